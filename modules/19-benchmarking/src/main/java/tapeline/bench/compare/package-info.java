/// The comparison: two programs take turns, and which is faster is said only when it is known.
@NullMarked
package tapeline.bench.compare;

import org.jspecify.annotations.NullMarked;
