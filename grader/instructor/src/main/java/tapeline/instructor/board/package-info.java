/// The leaderboard: entries and judgements in a database, ranks, and the pages that show them.
@NullMarked
package tapeline.instructor.board;

import org.jspecify.annotations.NullMarked;
