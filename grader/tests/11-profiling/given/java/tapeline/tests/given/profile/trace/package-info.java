@NullMarked
package tapeline.tests.given.profile.trace;

import org.jspecify.annotations.NullMarked;
