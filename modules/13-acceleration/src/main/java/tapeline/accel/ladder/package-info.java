/// The rungs from the textbook's matrix product up to the packed one.
@NullMarked
package tapeline.accel.ladder;

import org.jspecify.annotations.NullMarked;
