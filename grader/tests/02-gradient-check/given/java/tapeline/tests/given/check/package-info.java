/// Tests of what module 02 is given beside its exercises: the tables of its values.
@NullMarked
package tapeline.tests.given.check;

import org.jspecify.annotations.NullMarked;
