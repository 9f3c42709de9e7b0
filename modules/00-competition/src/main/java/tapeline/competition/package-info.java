/// Events, manifests and archives, with the rules that each has to keep.
@NullMarked
package tapeline.competition;

import org.jspecify.annotations.NullMarked;
