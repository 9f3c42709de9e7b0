/// An entry beside the baseline: who runs when, what is asked, which times count.
@NullMarked
package tapeline.instructor.judge.duel;

import org.jspecify.annotations.NullMarked;
