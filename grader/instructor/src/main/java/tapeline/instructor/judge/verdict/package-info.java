/// What judging comes to, in plain values: verdicts, defences, scores.
@NullMarked
package tapeline.instructor.judge.verdict;

import org.jspecify.annotations.NullMarked;
