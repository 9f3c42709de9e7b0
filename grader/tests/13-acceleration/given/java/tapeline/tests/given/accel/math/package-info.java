@NullMarked
package tapeline.tests.given.accel.math;

import org.jspecify.annotations.NullMarked;
