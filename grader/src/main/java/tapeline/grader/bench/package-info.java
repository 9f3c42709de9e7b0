/// Runs a module's JMH benchmarks and prints one table of them.
@NullMarked
package tapeline.grader.bench;

import org.jspecify.annotations.NullMarked;
