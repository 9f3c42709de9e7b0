/// Tests of module 16: tangents against formulas in float64, products against central differences
/// of a network in float64, solvers against commons-math.
@NullMarked
package tapeline.tests.curvature;

import org.jspecify.annotations.NullMarked;
