/// Arguments of the laboratory's programs.
@NullMarked
package tapeline.laboratory.arguments;

import org.jspecify.annotations.NullMarked;
