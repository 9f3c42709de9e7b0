/// Tests of what module 06 is given beside its exercises: the data, and the parts that a network is
/// put together from.
@NullMarked
package tapeline.tests.given.nn;

import org.jspecify.annotations.NullMarked;
