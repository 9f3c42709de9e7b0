/// The innermost loops of a matrix product: tiles of the result that stay in registers.
@NullMarked
package tapeline.vector.tile;

import org.jspecify.annotations.NullMarked;
