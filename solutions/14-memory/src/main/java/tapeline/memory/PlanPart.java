package tapeline.memory;

import java.util.List;
import java.util.stream.Collectors;

/// A part of a [CheckpointPlan]: some blocks, one after the other.
public sealed interface PlanPart {

  /// The first block.
  int from();

  /// The block behind the last one.
  int to();

  /// A block whose tensors the tape keeps.
  record KeptBlock(int block) implements PlanPart {
    @Override
    public int from() {
      return block;
    }

    @Override
    public int to() {
      return block + 1;
    }

    @Override
    public String toString() {
      return "" + block;
    }
  }

  /// Parts of whose blocks the tape keeps the first one's input. Backward computes them again, and
  /// goes by these parts then.
  record ReplayedGroup(List<PlanPart> parts) implements PlanPart {
    public ReplayedGroup {
      parts = List.copyOf(parts);
    }

    @Override
    public int from() {
      return parts.getFirst().from();
    }

    @Override
    public int to() {
      return parts.getLast().to();
    }

    @Override
    public String toString() {
      return parts.stream().map(PlanPart::toString).collect(Collectors.joining(" ", "(", ")"));
    }
  }
}
