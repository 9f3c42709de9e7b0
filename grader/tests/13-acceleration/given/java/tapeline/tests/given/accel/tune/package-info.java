/// Tests of the choice of block sizes.
@NullMarked
package tapeline.tests.given.accel.tune;

import org.jspecify.annotations.NullMarked;
