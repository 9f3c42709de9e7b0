/// Files that programs write.
@NullMarked
package tapeline.laboratory.output;

import org.jspecify.annotations.NullMarked;
