/// The tools that the tests of every module share: seeded inputs, formulas in float64, counted
/// allocations, the undecided verdict.
@NullMarked
package tapeline.tests;

import org.jspecify.annotations.NullMarked;
