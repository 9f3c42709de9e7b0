/// Runs the modules' programs: their public classes with a `main`.
@NullMarked
package tapeline.grader.program;

import org.jspecify.annotations.NullMarked;
