/// A learner's progress, kept from one grading to the next.
@NullMarked
package tapeline.grader.progress;

import org.jspecify.annotations.NullMarked;
