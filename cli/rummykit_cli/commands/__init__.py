"""The commands of `rummy`, one module or folder each; `rummykit_cli.main` has how they are called."""
