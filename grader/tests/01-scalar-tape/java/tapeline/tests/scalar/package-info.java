/// The tests of module 01.
@NullMarked
package tapeline.tests.scalar;

import org.jspecify.annotations.NullMarked;
