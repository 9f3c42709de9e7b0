/// The program that runs in the judge's cells, beside the entry: it knows nothing worth stealing.
@NullMarked
package tapeline.instructor.judge.arena;

import org.jspecify.annotations.NullMarked;
