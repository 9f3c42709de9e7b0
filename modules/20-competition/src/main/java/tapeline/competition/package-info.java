/// The competition: events, entries, manifests, and the rules by which entries meet.
@NullMarked
package tapeline.competition;

import org.jspecify.annotations.NullMarked;
