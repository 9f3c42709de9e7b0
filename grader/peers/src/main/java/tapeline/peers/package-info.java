/// One function in two engines: the course's reference solutions, and PyTorch.
@NullMarked
package tapeline.peers;

import org.jspecify.annotations.NullMarked;
