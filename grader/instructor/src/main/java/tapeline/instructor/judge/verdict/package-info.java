/// The results of judging, in plain values: verdicts, defences, scores.
@NullMarked
package tapeline.instructor.judge.verdict;

import org.jspecify.annotations.NullMarked;
