/// What module 14's plans save, and what they cost.
@NullMarked
package tapeline.laboratory.memory;

import org.jspecify.annotations.NullMarked;
