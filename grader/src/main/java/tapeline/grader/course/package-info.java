/// The parts of the course: modules, exercises, their marked regions, hints and mutants.
@NullMarked
package tapeline.grader.course;

import org.jspecify.annotations.NullMarked;
