/// What is asked, and what is right: inputs are drawn here, and answers checked in float64.
@NullMarked
package tapeline.instructor.judge.workload;

import org.jspecify.annotations.NullMarked;
