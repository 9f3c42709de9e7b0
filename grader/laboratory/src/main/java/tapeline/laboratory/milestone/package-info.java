/// The course's milestones as programs: models of the past, made of the learner's own modules.
@NullMarked
package tapeline.laboratory.milestone;

import org.jspecify.annotations.NullMarked;
