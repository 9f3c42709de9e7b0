/// Case studies: measures of several modules together on one problem, before and after.
@NullMarked
package tapeline.laboratory.study;

import org.jspecify.annotations.NullMarked;
