/// Reverse-mode autodiff on tensors: ops with their gradients, the tape, what it costs.
@NullMarked
package tapeline.autograd;

import org.jspecify.annotations.NullMarked;
