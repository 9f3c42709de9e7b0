/// Tests of what module 20 gives.
@NullMarked
package tapeline.tests.given.competition;

import org.jspecify.annotations.NullMarked;
