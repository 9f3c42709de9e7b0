/// PTX, the assembly language of CUDA compilers: from its text to functions, instructions and
/// control flow.
@NullMarked
package tapeline.gpu.ptx;

import org.jspecify.annotations.NullMarked;
