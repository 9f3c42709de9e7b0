/// Pictures of what a kernel did.
@NullMarked
package tapeline.gpu.chart;

import org.jspecify.annotations.NullMarked;
