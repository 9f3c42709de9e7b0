/// Tests of the fused ops that are given.
@NullMarked
package tapeline.tests.given.accel.fuse;

import org.jspecify.annotations.NullMarked;
