/// Tensors of 32-bit floats: shapes, views, broadcasting, reductions, products.
@NullMarked
package tapeline.tensor;

import org.jspecify.annotations.NullMarked;
