"""What is shown of a game: in lines, as pages, as data, as a booklet."""
