/// A load generator: queries at the times of a scenario, and how long their senders waited.
@NullMarked
package tapeline.laboratory.load;

import org.jspecify.annotations.NullMarked;
