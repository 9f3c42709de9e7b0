/// The watchers of a launch: counters of instructions and memory requests, and the race detector.
@NullMarked
package tapeline.gpu.emulator.watch;

import org.jspecify.annotations.NullMarked;
