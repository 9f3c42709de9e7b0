/// The faults of kernels: their kinds, and findings with line, block and thread.
@NullMarked
package tapeline.gpu.emulator.fault;

import org.jspecify.annotations.NullMarked;
