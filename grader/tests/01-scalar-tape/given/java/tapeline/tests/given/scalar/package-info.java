/// Tests of what module 01 is given beside its exercises: its table, its picture, what a slope of 0
/// lets through.
@NullMarked
package tapeline.tests.given.scalar;

import org.jspecify.annotations.NullMarked;
