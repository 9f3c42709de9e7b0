/// CUDA kernels on a GPU or its emulator, a backend for tensors on them, and streams that overlap.
@NullMarked
package tapeline.cuda;

import org.jspecify.annotations.NullMarked;
