/// What the programs of this module measure when nobody says what: gradients of the first modules,
/// and copies of them with counted mistakes.
@NullMarked
package tapeline.laboratory.sample;

import org.jspecify.annotations.NullMarked;
