/// Budgets: has it become worse?
@NullMarked
package tapeline.bench.track;

import org.jspecify.annotations.NullMarked;
