/// Tests of module 07 that grade no exercise.
@NullMarked
package tapeline.tests.given.optim;

import org.jspecify.annotations.NullMarked;
