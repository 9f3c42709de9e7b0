/// Second opinions on module 12's ceilings.
@NullMarked
package tapeline.laboratory.roofline;

import org.jspecify.annotations.NullMarked;
