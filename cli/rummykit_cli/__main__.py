"""`python -m rummykit_cli` is the command `rummy`."""

from rummykit_cli.start import main

if __name__ == "__main__":
    main()
