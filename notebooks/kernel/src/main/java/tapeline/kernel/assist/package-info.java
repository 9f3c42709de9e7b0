/// Helps to write a cell: completion and documentation.
@NullMarked
package tapeline.kernel.assist;

import org.jspecify.annotations.NullMarked;
