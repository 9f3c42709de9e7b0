package tapeline.kernel.cell;

import static java.util.stream.Collectors.toSet;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/// The names that snippets declare, by their text: the compiler parses it, and looks up no type.
final class DeclaredNames {
  private DeclaredNames() {}

  /// Each name once; also that of a `var` whose type is not known, because its value is made of
  /// names that are unset.
  static List<String> of(List<String> snippets) {
    if (snippets.isEmpty()) {
      return List.of(); // the compiler refuses to compile nothing
    }
    // A method is no statement, and a `var` is nothing else: what is no Java is not looked at. The
    // names in a block that a snippet is are its own: it is the one that is not static.
    var texts = new ArrayList<Text>();
    for (var s : snippets) {
      texts.add(new Text(texts.size(), "static {" + s + "\n}"));
      texts.add(new Text(texts.size(), s));
    }
    var messages = new DiagnosticCollector<JavaFileObject>();
    var compiler = ToolProvider.getSystemJavaCompiler();
    var task = (JavacTask) compiler.getTask(null, null, messages, null, null, texts);
    try {
      var units = StreamSupport.stream(task.parse().spliterator(), false).toList();
      var wrong =
          messages.getDiagnostics().stream()
              .filter(d -> d.getKind() == Diagnostic.Kind.ERROR)
              .map(d -> d.getSource().toUri())
              .collect(toSet());
      return units.stream()
          .filter(u -> !wrong.contains(u.getSourceFile().toUri()))
          .flatMap(DeclaredNames::names)
          .distinct()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Stream<String> names(CompilationUnitTree unit) {
    var type = (ClassTree) unit.getTypeDecls().getFirst();
    return type.getMembers().stream()
        .flatMap(m ->
            m instanceof BlockTree b && b.isStatic() ? b.getStatements().stream() : Stream.of(m))
        .flatMap(DeclaredNames::name);
  }

  private static Stream<String> name(Tree tree) {
    return switch (tree) {
      case VariableTree v -> Stream.of(v.getName().toString());
      case MethodTree m -> Stream.of(m.getName().toString());
      case ClassTree c -> Stream.of(c.getSimpleName().toString());
      default -> Stream.empty();
    };
  }

  /// A class with these members.
  private static final class Text extends SimpleJavaFileObject {
    private final String members;

    Text(int number, String members) {
      super(URI.create("text:///%d.java".formatted(number)), Kind.SOURCE);
      this.members = members;
    }

    @Override
    public String getCharContent(boolean ignoreEncodingErrors) {
      return "class Text {" + members + "\n}";
    }
  }
}
