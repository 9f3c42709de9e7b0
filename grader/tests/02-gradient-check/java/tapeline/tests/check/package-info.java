/// Tests of the gradient checks.
@NullMarked
package tapeline.tests.check;

import org.jspecify.annotations.NullMarked;
