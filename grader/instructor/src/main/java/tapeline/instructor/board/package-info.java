/// The leaderboard: events, entries and judgements in a database, and the ranks that follow from
/// them.
@NullMarked
package tapeline.instructor.board;

import org.jspecify.annotations.NullMarked;
