"""An electronic cribbage board: pegs of light, buttons, a card scanner, and the rules to peg by itself."""
