/// Tests of module 07: optimizers against float64, clipping, accumulation, memory counted in bytes.
@NullMarked
package tapeline.tests.optim;

import org.jspecify.annotations.NullMarked;
