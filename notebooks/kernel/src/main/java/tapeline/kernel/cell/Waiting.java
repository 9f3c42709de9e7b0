package tapeline.kernel.cell;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import jdk.jshell.Diag;
import jdk.jshell.MethodSnippet;
import jdk.jshell.Snippet;
import jdk.jshell.TypeDeclSnippet;
import jdk.jshell.VarSnippet;

/// The names that are unset for a reason: the cell that sets them came upon an exercise that is not
/// done, or their value was of a class that is another one now.
final class Waiting {
  private static final Pattern SYMBOL = Pattern.compile("symbol: +\\w+ ([\\w$]+)");
  private static final Pattern UNRESOLVED = Pattern.compile("\\w+ ([\\w$]+).*");

  private final Map<String, Reason> reasons = new HashMap<>();

  /// Why a name is unset.
  sealed interface Reason {
    /// For an exercise.
    record Exercise(NotStarted waits) implements Reason {}

    /// For its cell to be run again.
    record Lost(String name) implements Reason {
      @Override
      public String toString() {
        return "%s lost its value when a class of the course changed: run the cell that sets it again"
            .formatted(name);
      }
    }
  }

  void add(NotStarted why, Collection<String> unset) {
    unset.forEach(n -> reasons.put(n, new Reason.Exercise(why.by(n))));
  }

  void lose(Collection<String> lost) {
    lost.forEach(n -> reasons.put(n, new Reason.Lost(n)));
  }

  void remove(Collection<String> set) {
    set.forEach(reasons::remove);
  }

  /// Returns why a snippet failed to compile with these messages, if one of its names is unset for
  /// a reason.
  Optional<Reason> of(List<Diag> messages) {
    return symbols(messages).flatMap(n -> Optional.ofNullable(reasons.get(n)).stream()).findFirst();
  }

  /// Returns the names that javac did not find, by these messages.
  static Stream<String> symbols(List<Diag> messages) {
    return messages.stream().flatMap(m -> first(SYMBOL, m.getMessage(Locale.ENGLISH)).stream());
  }

  /// The names alone, where JShell says `variable x`, `method f(int)`.
  static List<String> unresolved(List<String> names) {
    return names.stream().flatMap(n -> first(UNRESOLVED, n).stream()).toList();
  }

  /// Returns the reason for which one of these names is unset, if there is one. JShell gives the
  /// names as `variable x`, `method f(int)`.
  Optional<Reason> ofUnresolved(List<String> names) {
    return unresolved(names).stream()
        .flatMap(n -> Optional.ofNullable(reasons.get(n)).stream())
        .findFirst();
  }

  private static Optional<String> first(Pattern pattern, String text) {
    var found = pattern.matcher(text);
    return found.find() ? Optional.of(found.group(1)) : Optional.empty();
  }

  /// The name that a snippet declares, if it declares one.
  static List<String> names(Snippet snippet) {
    return switch (snippet) {
      case VarSnippet v -> List.of(v.name());
      case MethodSnippet m -> List.of(m.name());
      case TypeDeclSnippet t -> List.of(t.name());
      default -> List.of();
    };
  }
}
