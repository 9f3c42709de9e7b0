/// Profiles as files that other programs open, and recordings of the JVM read back.
@NullMarked
package tapeline.profile.trace;

import org.jspecify.annotations.NullMarked;
