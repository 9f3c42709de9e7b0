/// Warps that move through PTX instruction by instruction: the interpreter, which is right by
/// definition.
@NullMarked
package tapeline.gpu.emulator.execute;

import org.jspecify.annotations.NullMarked;
