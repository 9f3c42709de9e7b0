/// The instructor's tools, a project of their own: built when they are first asked for, and
/// started.
@NullMarked
package tapeline.grader.instructor;

import org.jspecify.annotations.NullMarked;
