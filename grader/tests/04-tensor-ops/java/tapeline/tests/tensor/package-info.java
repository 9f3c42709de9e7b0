/// Tests of module 04: shapes, views, broadcasting, reductions, products, functions of rows.
@NullMarked
package tapeline.tests.tensor;

import org.jspecify.annotations.NullMarked;
