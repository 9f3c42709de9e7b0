@NullMarked
package tapeline.instructor.judge.duel;

import org.jspecify.annotations.NullMarked;
