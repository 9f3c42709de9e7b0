/// `./tapeline notebook`: finds Jupyter, registers the kernel for this course alone, starts it.
@NullMarked
package tapeline.launch;

import org.jspecify.annotations.NullMarked;
