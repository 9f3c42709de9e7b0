/// Tests of module 15: formats on all their patterns and the floats between them, sequences of
/// scales, and for each op that stays in float32 what goes wrong otherwise.
@NullMarked
package tapeline.tests.precision;

import org.jspecify.annotations.NullMarked;
