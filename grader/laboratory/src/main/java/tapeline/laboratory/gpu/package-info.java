/// Checks the module's kernels on a GPU and measures them.
@NullMarked
package tapeline.laboratory.gpu;

import org.jspecify.annotations.NullMarked;
