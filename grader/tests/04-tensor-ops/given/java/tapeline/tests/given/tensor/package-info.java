/// Tests of what module 04 is given beside its exercises: the functions of one number, tables and
/// pictures of tensors.
@NullMarked
package tapeline.tests.given.tensor;

import org.jspecify.annotations.NullMarked;
