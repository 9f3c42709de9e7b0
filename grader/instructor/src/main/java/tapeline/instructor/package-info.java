/// The instructor's tools: a judge, a leaderboard, a gradebook.
@NullMarked
package tapeline.instructor;

import org.jspecify.annotations.NullMarked;
