/// Tests of module 12: what measures a machine, tested without a clock.
@NullMarked
package tapeline.tests.roofline.machine;

import org.jspecify.annotations.NullMarked;
