package tapeline.kernel.cell;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/// The names that a snippet declares, by its text: the compiler parses it, and looks up no type.
final class DeclaredNames {
  private DeclaredNames() {}

  /// The names, also of a `var` whose type is not known, because its value is made of names that
  /// are unset. A method is no statement; a `var` is nothing else.
  static List<String> of(String snippet) {
    return Stream.of("{ %s\n}", "%s\n")
        .map(form -> members(form.formatted(snippet)))
        .filter(found -> !found.isEmpty())
        .findFirst()
        .orElse(List.of())
        .stream()
        .flatMap(m -> m instanceof BlockTree block ? block.getStatements().stream() : Stream.of(m))
        .flatMap(DeclaredNames::name)
        .toList();
  }

  /// The members of a class, or none when it is no Java.
  private static List<? extends Tree> members(String body) {
    var messages = new DiagnosticCollector<JavaFileObject>();
    var text = List.of(new Body(body));
    var compiler = ToolProvider.getSystemJavaCompiler();
    var task = (JavacTask) compiler.getTask(null, null, messages, null, null, text);
    try {
      var type = (ClassTree) task.parse().iterator().next().getTypeDecls().getFirst();
      boolean wrong =
          messages.getDiagnostics().stream().anyMatch(d -> d.getKind() == Diagnostic.Kind.ERROR);
      return wrong ? List.of() : type.getMembers();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Stream<String> name(Tree tree) {
    return switch (tree) {
      case VariableTree v -> Stream.of(v.getName().toString());
      case MethodTree m -> Stream.of(m.getName().toString());
      case ClassTree c -> Stream.of(c.getSimpleName().toString());
      default -> Stream.empty();
    };
  }

  private static final class Body extends SimpleJavaFileObject {
    private final String body;

    Body(String body) {
      super(URI.create("string:///Body.java"), Kind.SOURCE);
      this.body = body;
    }

    @Override
    public String getCharContent(boolean ignoreEncodingErrors) {
      return "class Body {" + body + "}";
    }
  }
}
