/// The commands of `./tapeline leaderboard`.
@NullMarked
package tapeline.instructor.board.command;

import org.jspecify.annotations.NullMarked;
