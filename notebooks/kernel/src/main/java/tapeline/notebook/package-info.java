/// The course in the notebook: exercises in cells, grading in place, quizzes, progress.
@NullMarked
package tapeline.notebook;

import org.jspecify.annotations.NullMarked;
