/// What every module may use: the exercise placeholder, tables, pictures, charts, progress bars.
@NullMarked
package tapeline.toolkit;

import org.jspecify.annotations.NullMarked;
