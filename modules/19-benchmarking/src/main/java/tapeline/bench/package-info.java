/// Benchmarks whose results one can rely on: what was measured, on what, how, and how sure.
@NullMarked
package tapeline.bench;

import org.jspecify.annotations.NullMarked;
