/// A GPU in software: runs PTX on the CPU, checks every access, and counts what makes a kernel fast
/// or slow.
@NullMarked
package tapeline.gpu.emulator;

import org.jspecify.annotations.NullMarked;
