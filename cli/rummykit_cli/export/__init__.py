"""`rummy export`: a recorded game for others to read. What hidden cards may be in it, `story` decides."""
