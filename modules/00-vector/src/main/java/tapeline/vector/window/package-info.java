/// Convolutions of an image after the other, without im2col's columns.
@NullMarked
package tapeline.vector.window;

import org.jspecify.annotations.NullMarked;
