@NullMarked
package tapeline.instructor.board;

import org.jspecify.annotations.NullMarked;
