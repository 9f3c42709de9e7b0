@NullMarked
package tapeline.tests.accel.product;

import org.jspecify.annotations.NullMarked;
