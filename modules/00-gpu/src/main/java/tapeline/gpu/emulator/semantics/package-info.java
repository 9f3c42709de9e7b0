/// The meaning of PTX's computing instructions, one lane at a time: the one definition that both
/// engines use.
@NullMarked
package tapeline.gpu.emulator.semantics;

import org.jspecify.annotations.NullMarked;
