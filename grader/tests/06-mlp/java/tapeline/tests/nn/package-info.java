/// Tests of module 06: layers and losses against float64, training on points and on digits.
@NullMarked
package tapeline.tests.nn;

import org.jspecify.annotations.NullMarked;
