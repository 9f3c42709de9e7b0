/// Smaller models and smaller messages: weights left out, matrices as products of narrow ones, a
/// small model that learns from a large one; gradients that workers exchange in fewer bytes.
@NullMarked
package tapeline.compress;

import org.jspecify.annotations.NullMarked;
