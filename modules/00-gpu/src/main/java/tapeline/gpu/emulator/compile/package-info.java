/// Straight runs of instructions as JVM bytecode, which does the same as the interpreter, and
/// faster.
@NullMarked
package tapeline.gpu.emulator.compile;

import org.jspecify.annotations.NullMarked;
