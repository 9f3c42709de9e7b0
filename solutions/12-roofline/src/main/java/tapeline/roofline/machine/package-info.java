/// Measures the ceilings of this machine: arithmetic, bandwidth, latency.
@NullMarked
package tapeline.roofline.machine;

import org.jspecify.annotations.NullMarked;
