/// The emulator's memories: bytes with addresses, every one of which is checked.
@NullMarked
package tapeline.gpu.emulator.memory;

import org.jspecify.annotations.NullMarked;
