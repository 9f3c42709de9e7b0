/// Module 18's methods at work: gradients in fewer bytes, sparse products beside dense ones, and
/// models made smaller by several methods together.
@NullMarked
package tapeline.laboratory.compress;

import org.jspecify.annotations.NullMarked;
