/// The packed matrix product: panels in the order in which a kernel of vectors reads them.
@NullMarked
package tapeline.accel.product;

import org.jspecify.annotations.NullMarked;
