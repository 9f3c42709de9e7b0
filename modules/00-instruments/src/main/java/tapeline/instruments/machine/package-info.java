/// The ceilings of machines, measured or published, and pictures of them.
@NullMarked
package tapeline.instruments.machine;

import org.jspecify.annotations.NullMarked;
