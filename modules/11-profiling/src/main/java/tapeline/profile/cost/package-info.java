/// Costs by formula: FLOPs, bytes and parameters, of an op, a layer, a network.
@NullMarked
package tapeline.profile.cost;

import org.jspecify.annotations.NullMarked;
