/// Curvature: products with the Hessian, its diagonal and eigenvalues, and steps that use them.
@NullMarked
package tapeline.curvature;

import org.jspecify.annotations.NullMarked;
