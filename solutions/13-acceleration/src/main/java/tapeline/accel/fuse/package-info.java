/// Ops that do in one pass over the memory what compositions of module 04's do in several.
@NullMarked
package tapeline.accel.fuse;

import org.jspecify.annotations.NullMarked;
