/// A profiler of ops: where the time and the bytes of a training step go.
@NullMarked
package tapeline.profile;

import org.jspecify.annotations.NullMarked;
