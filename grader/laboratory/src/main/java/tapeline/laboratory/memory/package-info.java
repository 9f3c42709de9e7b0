/// Module 14's plans, the memory that they save, and their costs.
@NullMarked
package tapeline.laboratory.memory;

import org.jspecify.annotations.NullMarked;
