@NullMarked
package tapeline.tests.accel.ladder;

import org.jspecify.annotations.NullMarked;
