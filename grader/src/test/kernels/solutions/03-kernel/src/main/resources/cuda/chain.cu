// y = 3x + 1

// BEGIN SOLUTION 03.2 "a chain" 15 points
times 3
plus 1
// STUB // TODO 03.2 — 2 lines. Which comes first?
// STUB #error TODO 03.2 a chain
// END SOLUTION
plus 0
