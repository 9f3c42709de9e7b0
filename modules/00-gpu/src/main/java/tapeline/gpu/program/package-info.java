/// Whole CUDA programs: built by clang or nvcc, run beside a device in this process, looked at.
@NullMarked
package tapeline.gpu.program;

import org.jspecify.annotations.NullMarked;
