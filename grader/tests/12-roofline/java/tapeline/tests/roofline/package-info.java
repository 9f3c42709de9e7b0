/// Tests of module 12: ceilings by their values and made-up curves, the roofline by its formulas.
/// No test asserts a time.
@NullMarked
package tapeline.tests.roofline;

import org.jspecify.annotations.NullMarked;
