/// Tests of the packed product and of the ladder's rungs.
@NullMarked
package tapeline.tests.given.accel;

import org.jspecify.annotations.NullMarked;
