/// The project's own checks: everything a change must leave true, as one command.
@NullMarked
package tapeline.grader.check;

import org.jspecify.annotations.NullMarked;
