/// The work that a GPU was given, and the times at which it did it.
@NullMarked
package tapeline.gpu.trace;

import org.jspecify.annotations.NullMarked;
