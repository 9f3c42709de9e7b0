package tapeline.kernel.assist;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/// The documentation that stands in the course's sources, found by a signature as JShell writes it:
/// `Tensor Tensor.sum(int... axes)`, `Math.PI:double`, `tapeline.tensor.Tensor`. Of a variable,
/// `t:tapeline.tensor.Tensor`, its type's.
///
/// @param folders where packages begin
public record SourceDocs(List<Path> folders) {
  private static final Pattern FIELD = Pattern.compile("(?<path>[\\w.]+\\.\\w+):.*");

  /// The type before a name, and `throws` behind it, do not matter.
  private static final Pattern SIGNATURE =
      Pattern.compile("(?:.*[ >:])?(?<path>[\\w.]+)(?:<[^(]*>)?(?:\\((?<parameters>.*)\\).*)?");

  /// A declaration that is looked for.
  ///
  /// @param owner the type that it is a member of, if it is one
  /// @param parameters their types, without blanks; null for what is no method
  private record Wanted(String owner, String name, @Nullable String parameters) {}

  /// The text of the comment, or null when there is none, or no such source.
  @Nullable String of(String signature) {
    var field = FIELD.matcher(signature);
    var m = SIGNATURE.matcher(field.matches() ? field.group("path") : signature);
    if (!m.matches()) {
      return null;
    }
    var path = List.of(m.group("path").split("\\."));
    var name = path.getLast();
    var parameters = m.group("parameters");
    var types = parameters == null ? null : types(parameters);
    var wanted = new Wanted(path.get(Math.max(0, path.size() - 2)), name, types);
    for (int i = path.size(); i > 0; i--) { // which of them is the file's?
      for (var file : files(path.subList(0, i))) {
        var found = comment(file, wanted);
        if (found != null) {
          return found;
        }
      }
    }
    return null;
  }

  /// `int... axes, List<T> x` as `int...,List<T>`: the last word of each is its name.
  private static String types(String parameters) {
    return Arrays.stream(parameters.split(", (?![^<]*>)"))
        .map(p -> p.replaceFirst(" \\w+$", "").replace(" ", ""))
        .collect(Collectors.joining(","));
  }

  /// The sources of a type, which may be named with its package or without.
  private List<Path> files(List<String> path) {
    var end = Path.of(String.join("/", path) + ".java");
    return folders.stream()
        .filter(Files::isDirectory)
        .flatMap(folder -> {
          try (var all = Files.walk(folder)) {
            return all.filter(f -> f.endsWith(end)).toList().stream();
          } catch (IOException _) {
            return Stream.of();
          }
        })
        .toList();
  }

  private static @Nullable String comment(Path file, Wanted wanted) {
    var compiler = ToolProvider.getSystemJavaCompiler();
    try (var files = compiler.getStandardFileManager(_ -> {}, null, null)) {
      var sources = files.getJavaFileObjects(file);
      var task = (JavacTask) compiler.getTask(null, files, _ -> {}, null, null, sources);
      var finder = new Finder(DocTrees.instance(task), wanted);
      finder.scan(task.parse(), null);
      return finder.found;
    } catch (IOException _) {
      return null;
    }
  }

  /// Walks through a source to the declaration that is wanted.
  private static final class Finder extends TreePathScanner<Void, Void> {
    private final DocTrees docs;
    private final Wanted wanted;
    private @Nullable String found;

    Finder(DocTrees docs, Wanted wanted) {
      this.docs = docs;
      this.wanted = wanted;
    }

    @Override
    public Void visitClass(ClassTree type, Void nothing) {
      if (wanted.parameters() == null && type.getSimpleName().contentEquals(wanted.name())) {
        note();
      }
      return super.visitClass(type, null);
    }

    @Override
    public Void visitMethod(MethodTree method, Void nothing) {
      var parameters =
          method.getParameters().stream()
              .map(p -> p.getType().toString().replaceAll("@\\w+ ", "").replace(" ", ""))
              .collect(Collectors.joining(","));
      boolean varargs = String.valueOf(wanted.parameters()).endsWith("...");
      var written = varargs ? parameters.replaceFirst("\\[]$", "...") : parameters;
      boolean named =
          method.getName().contentEquals("<init>")
              ? isMemberOf(wanted.name())
              : isMemberOf(wanted.owner()) && method.getName().contentEquals(wanted.name());
      if (named && written.equals(wanted.parameters())) {
        note();
      }
      return null; // nothing inside has a comment of its own
    }

    @Override
    public Void visitVariable(VariableTree field, Void nothing) {
      if (wanted.parameters() == null
          && isMemberOf(wanted.owner())
          && field.getName().contentEquals(wanted.name())) {
        note();
      }
      return null;
    }

    private boolean isMemberOf(String type) {
      return getCurrentPath().getParentPath().getLeaf() instanceof ClassTree parent
          && parent.getSimpleName().contentEquals(type);
    }

    private void note() {
      if (found == null) {
        var text = docs.getDocComment(getCurrentPath());
        found = text == null ? null : text.strip();
      }
    }
  }
}
