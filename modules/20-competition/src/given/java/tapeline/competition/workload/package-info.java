/// The questions, and the right answers: inputs are drawn here, and answers checked in float64.
@NullMarked
package tapeline.competition.workload;

import org.jspecify.annotations.NullMarked;
