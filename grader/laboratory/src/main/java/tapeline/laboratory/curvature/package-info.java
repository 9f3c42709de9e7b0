/// What module 16's methods cost to the same loss.
@NullMarked
package tapeline.laboratory.curvature;

import org.jspecify.annotations.NullMarked;
