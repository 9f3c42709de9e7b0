/// Classes that are compiled again while cells use them: new code for loaded ones, or a new
/// generation.
@NullMarked
package tapeline.kernel.reload;

import org.jspecify.annotations.NullMarked;
