/// Tests of module 14: gradients against the plain tape's bits, plans against all plans, bytes
/// against what tapes hold.
@NullMarked
package tapeline.tests.memory;

import org.jspecify.annotations.NullMarked;
