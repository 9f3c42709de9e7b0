/// What the entries of each event are compared with: the course's own code, as it stands there.
@NullMarked
package tapeline.competition.baseline;

import org.jspecify.annotations.NullMarked;
