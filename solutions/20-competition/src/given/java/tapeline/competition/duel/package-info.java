/// Two versions of an entry beside each other: the steps of a work log.
@NullMarked
package tapeline.competition.duel;

import org.jspecify.annotations.NullMarked;
