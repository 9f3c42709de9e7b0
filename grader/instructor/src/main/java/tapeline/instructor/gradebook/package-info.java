/// The gradebook: a class's homework graded in sandboxes, and the marks in the forms that learning
/// platforms read.
@NullMarked
package tapeline.instructor.gradebook;

import org.jspecify.annotations.NullMarked;
