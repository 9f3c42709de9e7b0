@NullMarked
package tapeline.tests.accel.fuse;

import org.jspecify.annotations.NullMarked;
