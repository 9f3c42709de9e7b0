/// The questions, and the right answers: inputs are drawn here, and answers checked in float64.
@NullMarked
package tapeline.instructor.judge.workload;

import org.jspecify.annotations.NullMarked;
