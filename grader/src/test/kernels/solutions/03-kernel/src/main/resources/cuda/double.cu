// y = 2x

// BEGIN SOLUTION 03.1 "twice" 10 points
times 2
// STUB // TODO 03.1 — 1 line. Which word?
// STUB #error TODO 03.1 twice
// END SOLUTION
