/// Tests of what module 09 is given beside its exercises: normalised rows, and the block.
@NullMarked
package tapeline.tests.given.transformer;

import org.jspecify.annotations.NullMarked;
