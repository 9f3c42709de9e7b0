/// Module 15's formats: what they lose, save and cost.
@NullMarked
package tapeline.laboratory.precision;

import org.jspecify.annotations.NullMarked;
