/// Tests of module 08: convolution and pooling against float64, counted bytes, training on digits.
@NullMarked
package tapeline.tests.conv;

import org.jspecify.annotations.NullMarked;
