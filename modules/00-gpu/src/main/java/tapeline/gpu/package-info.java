/// A GPU as the course sees it: memory, kernels, launches, streams, events. The same on a real card
/// and on the emulator.
@NullMarked
package tapeline.gpu;

import org.jspecify.annotations.NullMarked;
