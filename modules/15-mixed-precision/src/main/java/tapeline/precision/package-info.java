/// Numbers in 16 bits and fewer: their formats, tapes that keep them so, and what training needs to
/// come out as in float32.
@NullMarked
package tapeline.precision;

import org.jspecify.annotations.NullMarked;
