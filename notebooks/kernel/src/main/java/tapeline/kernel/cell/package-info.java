/// Runs the Java of cells, in threads that can be stopped, and says what went wrong.
@NullMarked
package tapeline.kernel.cell;

import org.jspecify.annotations.NullMarked;
