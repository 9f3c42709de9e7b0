/// How long the reference solutions and PyTorch take for the same work, in turns.
@NullMarked
package tapeline.peers.bench;

import org.jspecify.annotations.NullMarked;
