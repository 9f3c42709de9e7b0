/// Better steps downhill: optimizers, schedules, clipping, batches that fit, and a look at gradients.
@NullMarked
package tapeline.optim;

import org.jspecify.annotations.NullMarked;
