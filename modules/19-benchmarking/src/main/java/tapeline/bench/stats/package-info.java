/// Statistics from first principles: summaries, distributions, tests and intervals.
@NullMarked
package tapeline.bench.stats;

import org.jspecify.annotations.NullMarked;
