/// The grader's front: one line of options in, one exit code out.
@NullMarked
package tapeline.grader;

import org.jspecify.annotations.NullMarked;
