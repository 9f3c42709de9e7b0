/// The baselines that the entries of each event are compared with: the course's own code.
@NullMarked
package tapeline.competition.baseline;

import org.jspecify.annotations.NullMarked;
