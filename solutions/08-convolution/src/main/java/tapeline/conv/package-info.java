/// Convolution: directly and as a matrix product, pooling, and a network of them.
@NullMarked
package tapeline.conv;

import org.jspecify.annotations.NullMarked;
