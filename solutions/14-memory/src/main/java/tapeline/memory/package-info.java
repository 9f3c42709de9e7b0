/// Training in fewer bytes: blocks that are computed again, plans for them, ops in place, arrays
/// used again, leaks.
@NullMarked
package tapeline.memory;

import org.jspecify.annotations.NullMarked;
