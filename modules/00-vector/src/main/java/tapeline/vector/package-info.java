/// Ranges and views of arrays of floats, and how work on them is shared.
@NullMarked
package tapeline.vector;

import org.jspecify.annotations.NullMarked;
