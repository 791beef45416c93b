"""The rule tests of Deutsches Rommé and of its presets."""
