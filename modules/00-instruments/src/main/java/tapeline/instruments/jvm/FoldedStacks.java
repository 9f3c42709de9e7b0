package tapeline.instruments.jvm;

import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/// How often each stack of calls was seen, in the folded form that flame graphs are made of: the
/// frames from the outermost in, with `;` between them.
///
/// @param counts samples, or bytes, by stack
public record FoldedStacks(SortedMap<String, Long> counts) {
  public FoldedStacks {
    counts.forEach((stack, count) -> {
      if (stack.isEmpty() || count < 0) {
        throw new IllegalArgumentException(
            "a stack has a frame and a count of 0 or more, got '%s' and %d"
                .formatted(stack, count));
      }
    });
    counts = new TreeMap<>(counts);
  }

  /// All samples.
  public long total() {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }

  /// The stacks in which this frame stands, from there in: what it called, and who called it left
  /// out.
  public FoldedStacks from(String frame) {
    return renamed(stack -> {
      int at = (";" + stack + ";").indexOf(";" + frame + ";");
      return at < 0 ? "" : stack.substring(at);
    });
  }

  /// The samples by what `name` makes of their stacks; those of which it makes `""` are left out.
  public FoldedStacks renamed(UnaryOperator<String> name) {
    var renamed = new TreeMap<String, Long>();
    counts.forEach((stack, count) -> renamed.merge(name.apply(stack), count, Long::sum));
    renamed.remove("");
    return new FoldedStacks(renamed);
  }

  /// The samples by the frame that was at work, the innermost.
  public FoldedStacks innermost() {
    return renamed(stack -> stack.substring(stack.lastIndexOf(';') + 1));
  }

  /// A line for each stack, as other programs for flame graphs read it: `main;step;matmul 12`.
  @Override
  public String toString() {
    return counts.entrySet().stream()
        .map(e -> e.getKey() + " " + e.getValue() + "\n")
        .collect(Collectors.joining());
  }
}
