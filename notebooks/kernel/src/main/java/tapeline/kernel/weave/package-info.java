/// Makes the code of cells and of the course stoppable: checks at loops that may go on for ever.
@NullMarked
package tapeline.kernel.weave;

import org.jspecify.annotations.NullMarked;
