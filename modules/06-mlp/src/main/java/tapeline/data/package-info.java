/// Examples to learn from: real data from files, and made up points.
@NullMarked
package tapeline.data;

import org.jspecify.annotations.NullMarked;
