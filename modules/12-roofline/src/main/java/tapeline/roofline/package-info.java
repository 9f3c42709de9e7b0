/// What a machine can do at best, and what share of that an op reaches.
@NullMarked
package tapeline.roofline;

import org.jspecify.annotations.NullMarked;
