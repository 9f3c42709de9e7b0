package tapeline.kernel;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import jdk.jshell.ImportSnippet;
import jdk.jshell.JShell;
import jdk.jshell.MethodSnippet;
import jdk.jshell.Snippet.SubKind;
import jdk.jshell.TypeDeclSnippet;
import jdk.jshell.VarSnippet;
import org.jspecify.annotations.Nullable;

/// Carries what cells have declared over to the next generation of classes: imports, methods and
/// types are declared again, variables keep their values where their type is the same class still.
/// Nothing is run again.
record Replay(JShell before, CellRunner ran, JShell now, CellRunner runs) {

  /// @return the variables that lost their value
  List<String> run() {
    var lost = new ArrayList<String>();
    for (var snippet : before.snippets().toList()) {
      if (before.status(snippet).isActive()) {
        switch (snippet) {
          case ImportSnippet _, TypeDeclSnippet _, MethodSnippet _ -> now.eval(snippet.source());
          case VarSnippet v when v.subKind() != SubKind.TEMP_VAR_EXPRESSION_SUBKIND -> {
            if (!carry(v)) {
              lost.add(v.name());
            }
          }
          default -> {}
        }
      }
    }
    return lost;
  }

  private boolean carry(VarSnippet variable) {
    now.eval(variable.typeName() + " " + variable.name() + ";");
    var from = Cells.field(before, ran, variable);
    var to =
        now.variables()
            .filter(v -> v.name().equals(variable.name()))
            .findFirst()
            .map(v -> Cells.field(now, runs, v))
            .orElse(null);
    return from != null && to != null && copied(from, to);
  }

  private static boolean copied(Field from, Field to) {
    try {
      var value = from.get(null);
      if (value == null || to.getType().isPrimitive()) {
        to.set(null, value);
        return true;
      }
      if (!to.getType().isInstance(value) || holdsOld(value, from.getDeclaringClass())) {
        return false;
      }
      to.set(null, value);
      return true;
    } catch (ReflectiveOperationException | RuntimeException e) {
      return false;
    }
  }

  /// Whether the value itself is of the old generation: an `Object` or a `List` may hold one.
  private static boolean holdsOld(Object value, @Nullable Class<?> old) {
    var loader = old == null ? null : old.getClassLoader();
    if (value.getClass().getClassLoader() == loader) {
      return true;
    }
    return value instanceof Iterable<?> all
        && value.getClass().getClassLoader() == null
        && any(all, loader);
  }

  private static boolean any(Iterable<?> all, @Nullable ClassLoader loader) {
    for (var element : all) {
      if (element != null && element.getClass().getClassLoader() == loader) {
        return true;
      }
    }
    return false;
  }
}
