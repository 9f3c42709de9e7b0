/// Module 15's formats: their losses of quality, their savings and their costs.
@NullMarked
package tapeline.laboratory.precision;

import org.jspecify.annotations.NullMarked;
