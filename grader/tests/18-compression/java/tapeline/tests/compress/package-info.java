/// Tests of module 18: masks and products by hand and beside dense ones, rings of every size with
/// counted bytes, messages by their bits, and what error feedback forgets: nothing.
@NullMarked
package tapeline.tests.compress;

import org.jspecify.annotations.NullMarked;
