/// Tests of what module 10 is given beside its exercises: the rest of the backend.
@NullMarked
package tapeline.tests.given.cuda;

import org.jspecify.annotations.NullMarked;
