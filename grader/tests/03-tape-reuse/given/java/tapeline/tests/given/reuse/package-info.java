/// Tests of what module 03 is given beside its exercises: the tables of its values.
@NullMarked
package tapeline.tests.given.reuse;

import org.jspecify.annotations.NullMarked;
