/// Grading: builds what the tests need, runs them in a worker, and decides each exercise's verdict.
@NullMarked
package tapeline.grader.run;

import org.jspecify.annotations.NullMarked;
