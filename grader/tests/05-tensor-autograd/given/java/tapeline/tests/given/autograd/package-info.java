/// Tests of what module 05 is given beside its exercises: what tapes tell a listener, the table of
/// a variable.
@NullMarked
package tapeline.tests.given.autograd;

import org.jspecify.annotations.NullMarked;
