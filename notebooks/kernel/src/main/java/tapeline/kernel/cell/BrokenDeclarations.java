package tapeline.kernel.cell;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import jdk.jshell.DeclarationSnippet;
import jdk.jshell.Diag;
import jdk.jshell.JShell;
import jdk.jshell.Snippet.Status;
import tapeline.kernel.cell.CompileErrors.Position;

/// Declarations that do not compile with what later cells have declared: `return 2 * n` once `n` is
/// a text, a class once its interface has grown.
///
/// @param seen the cells' lines of snippets, by `#` and a snippet's number
record BrokenDeclarations(JShell shell, Map<String, Position> seen) {

  /// Returns the compiler's messages for those with these names, and for those that they lack.
  List<String> why(Collection<String> names) {
    var lines = new ArrayList<String>();
    var next = new ArrayDeque<>(names);
    var known = new HashSet<>(names);
    while (!next.isEmpty()) {
      var name = next.remove();
      for (var snippet : broken(name)) {
        var messages = shell.diagnostics(snippet).filter(Diag::isError).toList();
        if (!messages.isEmpty()) {
          var at = seen.getOrDefault("#" + snippet.id(), new Position(snippet.source(), 1));
          lines.add(name + " does not compile with what other cells declare:");
          lines.addAll(CompileErrors.lines(messages, at));
        }
        var lacks = Waiting.unresolved(shell.unresolvedDependencies(snippet).toList());
        Stream.concat(Waiting.symbols(messages), lacks.stream())
            .filter(known::add)
            .forEach(next::add);
      }
    }
    return lines;
  }

  private List<DeclarationSnippet> broken(String name) {
    return shell
        .snippets()
        .filter(s -> Waiting.names(s).contains(name) && isBroken(shell.status(s)))
        .map(DeclarationSnippet.class::cast)
        .toList();
  }

  /// Returns whether a declaration of this status cannot be used.
  static boolean isBroken(Status status) {
    return status == Status.RECOVERABLE_DEFINED || status == Status.RECOVERABLE_NOT_DEFINED;
  }
}
