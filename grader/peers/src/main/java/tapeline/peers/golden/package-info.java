/// The values and gradients of the reference solutions against PyTorch's.
@NullMarked
package tapeline.peers.golden;

import org.jspecify.annotations.NullMarked;
