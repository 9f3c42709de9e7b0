/// Module 16's methods, and the cost of each until it reaches the same loss.
@NullMarked
package tapeline.laboratory.curvature;

import org.jspecify.annotations.NullMarked;
