/// The tests of module 19: statistics against exact values, and the harness against made-up times
/// whose truth is known.
@NullMarked
package tapeline.tests.bench;

import org.jspecify.annotations.NullMarked;
