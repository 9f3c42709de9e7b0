/// Tests of what module 14 is given beside its exercises.
@NullMarked
package tapeline.tests.given.memory;

import org.jspecify.annotations.NullMarked;
