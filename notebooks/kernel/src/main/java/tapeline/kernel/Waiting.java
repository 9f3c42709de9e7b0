package tapeline.kernel;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import jdk.jshell.Diag;
import jdk.jshell.MethodSnippet;
import jdk.jshell.Snippet;
import jdk.jshell.TypeDeclSnippet;
import jdk.jshell.VarSnippet;
import org.jspecify.annotations.Nullable;

/// The names that are unset because the cell that sets them came upon an exercise that is not done.
final class Waiting {
  private static final Pattern SYMBOL = Pattern.compile("symbol: +\\w+ (\\w+)");

  private final Map<String, NotStarted> names = new HashMap<>();

  void add(NotStarted why, List<String> unset) {
    unset.forEach(n -> names.put(n, why));
  }

  void remove(List<String> set) {
    set.forEach(names::remove);
  }

  /// What a snippet waits for that failed to compile with these messages, or null when it is just
  /// wrong.
  @Nullable NotStarted of(List<Diag> messages) {
    for (var m : messages) {
      var symbol = SYMBOL.matcher(m.getMessage(Locale.ENGLISH));
      if (symbol.find()) {
        var why = names.get(symbol.group(1));
        if (why != null) {
          return why.by(symbol.group(1));
        }
      }
    }
    return null;
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
