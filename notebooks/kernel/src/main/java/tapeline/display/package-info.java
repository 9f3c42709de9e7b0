/// How a notebook shows the course's values: tables, pictures, charts, arrays.
@NullMarked
package tapeline.display;

import org.jspecify.annotations.NullMarked;
