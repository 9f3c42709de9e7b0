/// jjava's connection to the front end, with what it lacks.
@NullMarked
package tapeline.kernel.protocol;

import org.jspecify.annotations.NullMarked;
