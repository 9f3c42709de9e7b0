/// Checks the module's kernels on a GPU and measures them: a program to take along to a machine
/// that has one.
@NullMarked
package tapeline.laboratory.gpu;

import org.jspecify.annotations.NullMarked;
