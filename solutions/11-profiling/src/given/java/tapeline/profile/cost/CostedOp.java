package tapeline.profile.cost;

import java.util.List;
import tapeline.tensor.Shape;

/// An op that says itself what it costs, as one of a later module does: [OpCost] asks it.
public interface CostedOp {

  /// Returns the cost for inputs and a result of these shapes.
  OpCost cost(List<Shape> inputs, Shape output);
}
