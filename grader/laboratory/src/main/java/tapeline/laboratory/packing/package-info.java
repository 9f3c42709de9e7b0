/// Programs as small jars that can be kept, and run again.
@NullMarked
package tapeline.laboratory.packing;

import org.jspecify.annotations.NullMarked;
