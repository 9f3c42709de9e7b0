/// JMH, OpenJDK's harness for microbenchmarks: benchmarks that lie, benchmarks that do not, and the
/// results as tables.
@NullMarked
package tapeline.bench.jmh;

import org.jspecify.annotations.NullMarked;
