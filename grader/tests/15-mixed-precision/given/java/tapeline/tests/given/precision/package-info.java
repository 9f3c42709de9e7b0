/// Tests of what module 15 is given beside its exercises.
@NullMarked
package tapeline.tests.given.precision;

import org.jspecify.annotations.NullMarked;
