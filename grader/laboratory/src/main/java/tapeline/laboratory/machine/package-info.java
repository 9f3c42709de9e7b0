/// The machine on which something is measured: what to look at before one believes it.
@NullMarked
package tapeline.laboratory.machine;

import org.jspecify.annotations.NullMarked;
