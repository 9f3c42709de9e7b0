/// Brings the leaderboard up to date: what is to be judged, and who judges it.
@NullMarked
package tapeline.instructor.board.run;

import org.jspecify.annotations.NullMarked;
