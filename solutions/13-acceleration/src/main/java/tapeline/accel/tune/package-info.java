/// Block sizes of the packed product for the machine at hand, tried out and kept.
@NullMarked
package tapeline.accel.tune;

import org.jspecify.annotations.NullMarked;
