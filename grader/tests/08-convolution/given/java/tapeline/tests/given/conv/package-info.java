/// Tests of what module 08 is given beside its exercises: the ways to convolve, pooling, pictures.
@NullMarked
package tapeline.tests.given.conv;

import org.jspecify.annotations.NullMarked;
