/// The tests of the toolkit. They grade no learner.
@NullMarked
package tapeline.tests.toolkit;

import org.jspecify.annotations.NullMarked;
