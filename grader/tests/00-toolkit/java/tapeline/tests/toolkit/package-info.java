/// The tests of the toolkit and of the pictures made with it. They grade no learner.
@NullMarked
package tapeline.tests.toolkit;

import org.jspecify.annotations.NullMarked;
