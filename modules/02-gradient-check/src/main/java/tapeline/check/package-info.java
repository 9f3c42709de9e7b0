/// Is the gradient right? Differences, errors, and reports that compare them with the tape's.
@NullMarked
package tapeline.check;

import org.jspecify.annotations.NullMarked;
