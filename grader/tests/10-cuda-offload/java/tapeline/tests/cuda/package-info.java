/// Tests of module 10: kernels on an emulated GPU that counts and looks for races, against float64.
@NullMarked
package tapeline.tests.cuda;

import org.jspecify.annotations.NullMarked;
