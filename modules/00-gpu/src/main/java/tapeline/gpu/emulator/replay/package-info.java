/// Races, run again in other orders.
@NullMarked
package tapeline.gpu.emulator.replay;

import org.jspecify.annotations.NullMarked;
