/// Tests of module 05: gradients against float64, and what the tensor tape records, keeps and
/// frees.
@NullMarked
package tapeline.tests.autograd;

import org.jspecify.annotations.NullMarked;
