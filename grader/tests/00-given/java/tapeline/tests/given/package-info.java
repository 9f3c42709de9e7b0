/// Tests of what modules are given, beside their exercises: the data, and the parts that a network
/// is put together from.
@NullMarked
package tapeline.tests.given;

import org.jspecify.annotations.NullMarked;
