"""The rule tests of the variants, and what they share."""
