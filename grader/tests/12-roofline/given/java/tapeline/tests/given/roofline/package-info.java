/// Tests of what module 12 is given: the picture, the trials of ops, kernels by counted sectors.
@NullMarked
package tapeline.tests.given.roofline;

import org.jspecify.annotations.NullMarked;
