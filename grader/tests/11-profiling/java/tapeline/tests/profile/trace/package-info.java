@NullMarked
package tapeline.tests.profile.trace;

import org.jspecify.annotations.NullMarked;
