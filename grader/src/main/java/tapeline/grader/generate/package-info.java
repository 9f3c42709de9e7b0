/// One source for everything a learner edits: what is generated, checked, hinted at and reset.
@NullMarked
package tapeline.grader.generate;

import org.jspecify.annotations.NullMarked;
