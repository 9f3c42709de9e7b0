/// Grades homework that nobody has read: it is compiled and run in sandboxes, and believed in
/// nothing.
@NullMarked
package tapeline.grader.homework;

import org.jspecify.annotations.NullMarked;
