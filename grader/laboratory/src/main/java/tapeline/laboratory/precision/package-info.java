/// What module 15's formats lose, save and cost.
@NullMarked
package tapeline.laboratory.precision;

import org.jspecify.annotations.NullMarked;
