/// What every module may use: the exercise placeholder, tables, charts.
@NullMarked
package tapeline.toolkit;

import org.jspecify.annotations.NullMarked;
