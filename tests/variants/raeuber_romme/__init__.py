"""The rule tests of Räuber-Rommé."""
