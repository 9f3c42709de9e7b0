/// Programs of a machine that a part of the course needs, and JUnit's tests that need one.
@NullMarked
package tapeline.grader.need;

import org.jspecify.annotations.NullMarked;
