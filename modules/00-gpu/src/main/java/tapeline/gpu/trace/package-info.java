/// What a GPU was given to do, and when it did it.
@NullMarked
package tapeline.gpu.trace;

import org.jspecify.annotations.NullMarked;
