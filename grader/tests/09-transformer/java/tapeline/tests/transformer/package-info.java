/// Tests of module 09: every part of a transformer against float64, its cache, what it learns.
@NullMarked
package tapeline.tests.transformer;

import org.jspecify.annotations.NullMarked;
