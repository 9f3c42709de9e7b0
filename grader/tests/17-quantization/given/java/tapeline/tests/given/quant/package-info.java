/// Tests of what module 17 is given beside its exercises.
@NullMarked
package tapeline.tests.given.quant;

import org.jspecify.annotations.NullMarked;
