package tapeline.laboratory.suite;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ThrowTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/// A class as its source says it, as far as rules for benchmarks ask.
///
/// @param extended the simple name of the class that it extends; empty where it extends none
/// @param words of its annotations, for example `Fork(3)`
/// @param comment its documentation comment
/// @param initialised all that the initialisers of its fields and objects mention
record BenchClass(
    String name,
    String extended,
    boolean isAbstract,
    Set<String> words,
    String comment,
    Set<String> initialised,
    List<Field> fields,
    List<Method> methods) {

  /// A field.
  ///
  /// @param fixed whether it is static, or final and made of a literal
  record Field(String name, boolean fixed, boolean parameter) {}

  /// A method or a constructor.
  ///
  /// @param parameters their types
  /// @param names all that it mentions
  record Method(
      String name,
      Set<String> annotations,
      boolean isVoid,
      List<String> parameters,
      Set<String> names,
      boolean refuses) {
    boolean isMarked(String annotation) {
      return annotations.stream()
          .anyMatch(a -> a.equals(annotation) || a.startsWith(annotation + "("));
    }
  }

  /// The classes of the Java files below a folder, nested ones too.
  ///
  /// @param part of the path of each file, for example `src/bench`
  /// @throws IllegalArgumentException when there is no such file, or one does not parse
  static List<BenchClass> below(Path folder, String part) throws IOException {
    try (var files = Files.walk(folder)) {
      var sources =
          files
              .filter(f -> f.toString().endsWith(".java"))
              .filter(f -> f.toString().replace('\\', '/').contains(part))
              .sorted()
              .toList();
      if (sources.isEmpty()) {
        throw new IllegalArgumentException(
            "rules are looked for in Java files, got none in " + folder);
      }
      return read(sources);
    }
  }

  /// The classes of these files. They are parsed and not compiled.
  ///
  /// @throws IllegalArgumentException naming file and line of what does not parse
  static List<BenchClass> read(List<Path> files) throws IOException {
    var compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler(), "a JDK, no JRE");
    var found = new ArrayList<BenchClass>();
    try (var manager = compiler.getStandardFileManager(null, Locale.ROOT, null)) {
      var sources = manager.getJavaFileObjectsFromPaths(files);
      var told = new DiagnosticCollector<JavaFileObject>();
      var task = (JavacTask) compiler.getTask(null, manager, told, List.of(), null, sources);
      var docs = DocTrees.instance(task);
      for (var unit : task.parse()) {
        new Reader(unit, docs, found).scan(unit, null);
      }
      for (var d : told.getDiagnostics()) {
        if (d.getKind() == Diagnostic.Kind.ERROR) {
          var file = d.getSource() == null ? "" : d.getSource().getName();
          throw new IllegalArgumentException(
              "%s:%d does not parse: %s"
                  .formatted(file, d.getLineNumber(), d.getMessage(Locale.ROOT)));
        }
      }
    }
    return found;
  }

  private static final class Reader extends TreeScanner<@Nullable Void, @Nullable Void> {
    private final CompilationUnitTree unit;
    private final DocTrees docs;
    private final List<BenchClass> found;

    Reader(CompilationUnitTree unit, DocTrees docs, List<BenchClass> found) {
      this.unit = unit;
      this.docs = docs;
      this.found = found;
    }

    @Override
    public @Nullable Void visitClass(ClassTree tree, @Nullable Void nothing) {
      var path = TreePath.getPath(unit, tree);
      var comment = docs.getDocComment(path);
      var extended = tree.getExtendsClause();
      found.add(
          new BenchClass(
              tree.getSimpleName().toString(),
              extended == null ? "" : extended.toString().replaceFirst("<.*", ""),
              tree.getModifiers().getFlags().contains(Modifier.ABSTRACT),
              annotations(tree.getModifiers().getAnnotations()),
              comment == null ? "" : comment,
              initialised(tree),
              of(tree, VariableTree.class).map(Reader::field).toList(),
              of(tree, MethodTree.class).map(Reader::method).toList()));
      return super.visitClass(tree, null);
    }

    private static <T> Stream<T> of(ClassTree tree, Class<T> type) {
      return tree.getMembers().stream().filter(type::isInstance).map(type::cast);
    }

    private static Set<String> annotations(List<? extends Tree> trees) {
      var words = new HashSet<String>();
      for (var tree : trees) {
        var text = tree.toString().replaceFirst("^@", "").replace("()", "");
        words.add(text.replaceFirst("^[\\w.]*\\.", ""));
      }
      return words;
    }

    private static Field field(VariableTree tree) {
      var flags = tree.getModifiers().getFlags();
      var value = tree.getInitializer();
      boolean literal = value != null && value.getKind().name().endsWith("_LITERAL");
      return new Field(
          tree.getName().toString(),
          flags.contains(Modifier.STATIC) || (flags.contains(Modifier.FINAL) && literal),
          annotations(tree.getModifiers().getAnnotations()).stream()
              .anyMatch(a -> a.startsWith("Param")));
    }

    private static Set<String> initialised(ClassTree tree) {
      var names = new HashSet<String>();
      of(tree, VariableTree.class).forEach(v -> look(v.getInitializer(), names));
      of(tree, BlockTree.class).forEach(b -> look(b, names));
      return names;
    }

    /// Adds all that a piece of code mentions; whether it throws.
    private static boolean look(@Nullable Tree code, Set<String> names) {
      var throwing = new boolean[1];
      new TreeScanner<@Nullable Void, @Nullable Void>() {
        @Override
        public @Nullable Void visitIdentifier(IdentifierTree t, @Nullable Void nothing) {
          names.add(t.getName().toString());
          return null;
        }

        @Override
        public @Nullable Void visitMemberSelect(MemberSelectTree t, @Nullable Void nothing) {
          names.add(t.getIdentifier().toString());
          names.add(t.toString());
          return super.visitMemberSelect(t, null);
        }

        @Override
        public @Nullable Void visitNewClass(NewClassTree t, @Nullable Void nothing) {
          names.add("new " + t.getIdentifier() + (t.getArguments().isEmpty() ? "()" : "(…)"));
          return super.visitNewClass(t, null);
        }

        @Override
        public @Nullable Void visitThrow(ThrowTree t, @Nullable Void nothing) {
          throwing[0] = true;
          return super.visitThrow(t, null);
        }
      }.scan(code, null);
      return throwing[0];
    }

    private static Method method(MethodTree tree) {
      var names = new HashSet<String>();
      boolean refuses = look(tree.getBody(), names);
      var returned = tree.getReturnType();
      return new Method(
          tree.getName().toString(),
          annotations(tree.getModifiers().getAnnotations()),
          returned != null && returned.toString().equals("void"),
          tree.getParameters().stream().map(p -> p.getType().toString()).toList(),
          names,
          refuses);
    }
  }
}
