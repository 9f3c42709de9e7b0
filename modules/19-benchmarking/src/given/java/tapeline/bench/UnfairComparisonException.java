package tapeline.bench;

import java.util.List;

/// Thrown when two measurements were not made under the same conditions.
public final class UnfairComparisonException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  UnfairComparisonException(List<String> differences) {
    super(
        "a comparison needs the same conditions on both sides, and these differ: "
            + String.join("; ", differences));
  }
}
