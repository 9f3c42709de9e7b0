/// Processes whose code nobody has read: what they may do, and what they can take.
@NullMarked
package tapeline.instructor.sandbox;

import org.jspecify.annotations.NullMarked;
