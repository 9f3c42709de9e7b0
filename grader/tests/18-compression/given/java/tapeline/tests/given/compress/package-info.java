/// Tests of what module 18 is given beside its exercises.
@NullMarked
package tapeline.tests.given.compress;

import org.jspecify.annotations.NullMarked;
