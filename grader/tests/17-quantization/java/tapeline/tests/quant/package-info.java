/// Tests of module 17: codes by hand and within half a step, integer products and requantisation
/// against the exact formula, blocks byte by byte.
@NullMarked
package tapeline.tests.quant;

import org.jspecify.annotations.NullMarked;
