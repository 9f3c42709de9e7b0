/// Hands in to a class's server: entries and homework, answered by receipts.
@NullMarked
package tapeline.grader.handin;

import org.jspecify.annotations.NullMarked;
