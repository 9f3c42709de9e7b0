/// From CUDA C to PTX, by whichever compiler is there, or from the cache where none is.
@NullMarked
package tapeline.gpu.compiler;

import org.jspecify.annotations.NullMarked;
