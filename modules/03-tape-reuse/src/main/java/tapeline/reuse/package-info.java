/// A scalar tape on primitive arrays, made to be recorded, swept and reset millions of times.
@NullMarked
package tapeline.reuse;

import org.jspecify.annotations.NullMarked;
