/// The tools of every module: the exercise placeholder, tables, pictures, charts, progress bars.
@NullMarked
package tapeline.toolkit;

import org.jspecify.annotations.NullMarked;
