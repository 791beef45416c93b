"""The rule tests of Wiener Rummy and of its presets."""
