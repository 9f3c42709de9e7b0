/// Functions of vectors of floats, the loops that apply them to arrays, and sums of rows.
@NullMarked
package tapeline.vector.math;

import org.jspecify.annotations.NullMarked;
