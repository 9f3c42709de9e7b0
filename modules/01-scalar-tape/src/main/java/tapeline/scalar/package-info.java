/// A scalar autodiff engine to read: a table of ops, a tape, and a neuron that learns on it.
@NullMarked
package tapeline.scalar;

import org.jspecify.annotations.NullMarked;
