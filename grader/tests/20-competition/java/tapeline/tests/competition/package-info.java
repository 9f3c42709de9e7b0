/// The tests of module 20.
@NullMarked
package tapeline.tests.competition;

import org.jspecify.annotations.NullMarked;
