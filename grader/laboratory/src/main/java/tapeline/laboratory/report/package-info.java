/// Measurements for readers: a page, a summary, and a bundle that another machine can repeat.
@NullMarked
package tapeline.laboratory.report;

import org.jspecify.annotations.NullMarked;
