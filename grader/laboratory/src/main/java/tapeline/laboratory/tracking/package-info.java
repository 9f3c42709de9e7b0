/// Baselines, budgets and trends: has it become worse?
@NullMarked
package tapeline.laboratory.tracking;

import org.jspecify.annotations.NullMarked;
