/// The reference solutions beside PyTorch, `grader/peers`: built, run, and their times compared.
@NullMarked
package tapeline.grader.peers;

import org.jspecify.annotations.NullMarked;
