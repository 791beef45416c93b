"""The rule tests of Rummy 17."""
