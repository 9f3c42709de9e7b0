/// A learner's work meets another version of the course: updates, exports, imports.
@NullMarked
package tapeline.grader.update;

import org.jspecify.annotations.NullMarked;
