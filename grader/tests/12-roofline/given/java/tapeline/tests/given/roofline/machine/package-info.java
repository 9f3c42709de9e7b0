/// Tests of what module 12 is given to measure machines with.
@NullMarked
package tapeline.tests.given.roofline.machine;

import org.jspecify.annotations.NullMarked;
