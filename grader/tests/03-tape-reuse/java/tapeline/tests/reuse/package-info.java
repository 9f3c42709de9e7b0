/// Tests of module 03: what the flat tape computes, and what it promises to cost.
@NullMarked
package tapeline.tests.reuse;

import org.jspecify.annotations.NullMarked;
