/// The pages of the leaderboard: what is on the board, as HTML with pictures, in files or live.
@NullMarked
package tapeline.instructor.board.page;

import org.jspecify.annotations.NullMarked;
