/// The most that a machine can do, and the share of it that an op reaches.
@NullMarked
package tapeline.roofline;

import org.jspecify.annotations.NullMarked;
