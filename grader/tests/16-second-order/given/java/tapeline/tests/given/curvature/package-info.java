/// Tests of what module 16 is given beside its exercises.
@NullMarked
package tapeline.tests.given.curvature;

import org.jspecify.annotations.NullMarked;
