/// Networks: layers with parameters, losses, and the loop that trains them.
@NullMarked
package tapeline.nn;

import org.jspecify.annotations.NullMarked;
