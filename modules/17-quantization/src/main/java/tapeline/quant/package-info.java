/// Numbers in 8 and 4 bits: their codes, products of integers, weights in blocks, models that use
/// them, and the files that they are kept in.
@NullMarked
package tapeline.quant;

import org.jspecify.annotations.NullMarked;
