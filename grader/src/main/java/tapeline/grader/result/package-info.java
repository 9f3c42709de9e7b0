/// The results of a grading: plain values, made by the run and read by every report.
@NullMarked
package tapeline.grader.result;

import org.jspecify.annotations.NullMarked;
