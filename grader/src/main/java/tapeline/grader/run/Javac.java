package tapeline.grader.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReference;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticListener;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Course;
import tapeline.grader.course.WholeFolder;

/// The JDK's compiler, in this process: it only reads what a learner wrote, and starts while the
/// worker does.
public final class Javac {
  private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();
  private static final List<String> OPTIONS =
      List.of(
          "-proc:none",
          "-g",
          "-parameters",
          "-Xlint:none",
          "-nowarn",
          "-implicit:none",
          "--add-modules=jdk.incubator.vector"); // those who use it are told by a pom's jdk.modules

  /// The file manager of the last compilation: its jars are open, and their packages listed.
  private static final AtomicReference<@Nullable Kept> KEPT = new AtomicReference<>();

  private record Kept(List<Path> classPath, StandardJavaFileManager files) {}

  private static final class Text extends SimpleJavaFileObject {
    private final Path file;
    private final String text;

    Text(Path file, String text) {
      super(file.toUri(), Kind.SOURCE);
      this.file = file;
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }

  private Javac() {}

  /// Compiles sources of the project's own; the errors in words, or empty.
  public static List<String> compile(Sources sources, List<Path> classPath, Path output) {
    var path = new ArrayList<>(classPath);
    path.addAll(Classes.libraries());
    return sources.compile(Javac::compile, path, output).stream()
        .map(e -> e.file() + ":" + e.line() + ": " + e.message())
        .toList();
  }

  /// Compiles `sources` into `output`, whose earlier content is gone afterwards; returns the
  /// errors.
  static List<CompileError> compile(List<Path> sources, List<Path> classPath, Path output) {
    var errors = new ArrayList<CompileError>();
    try {
      empty(output);
      if (!sources.isEmpty()) {
        compile(sources, classPath, output, errors);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write classes to " + output, e);
    }
    return errors;
  }

  /// A file manager for many compilations on one class path: its jars are opened once.
  static StandardJavaFileManager files(List<Path> classPath, Path output) throws IOException {
    var files = COMPILER.getStandardFileManager(_ -> {}, Locale.ROOT, UTF_8);
    files.setLocationFromPaths(StandardLocation.CLASS_PATH, classPath);
    files.setLocationFromPaths(StandardLocation.SOURCE_PATH, List.of());
    files.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(output));
    return files;
  }

  /// A compilation of `text`, as if it stood in `source`, that can be looked at; errors go to
  /// `listener`. A file manager reads a file again only if its time has changed, which a text
  /// written within the same milliseconds does not change.
  static JavacTask task(
      StandardJavaFileManager files,
      Path source,
      String text,
      DiagnosticListener<JavaFileObject> listener) {
    return task(files, listener, List.of(new Text(source, text)));
  }

  /// The file manager that was kept, where it is for this class path; else a new one.
  private static StandardJavaFileManager take(List<Path> classPath, Path output)
      throws IOException {
    var kept = KEPT.getAndSet(null);
    if (kept != null && kept.classPath.equals(classPath)) {
      kept.files.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(output));
      return kept.files;
    }
    if (kept != null) {
      close(kept.files);
    }
    return files(classPath, output);
  }

  /// Keeps it for the next compilation, if all of its class path is there: a folder that comes into
  /// being later it would not see. An interrupt closes the files that it reads, for good.
  private static void keep(List<Path> classPath, StandardJavaFileManager files) {
    boolean complete =
        classPath.stream().allMatch(Files::exists) && !Thread.currentThread().isInterrupted();
    var displaced = complete ? KEPT.getAndSet(new Kept(List.copyOf(classPath), files)) : null;
    if (displaced != null) {
      close(displaced.files);
    }
    if (!complete) {
      close(files);
    }
  }

  private static void close(StandardJavaFileManager files) {
    try {
      files.close();
    } catch (IOException _) {
      // one of its jars is gone, and there is nothing left to close
    }
  }

  private static void compile(
      List<Path> sources, List<Path> classPath, Path output, List<CompileError> errors)
      throws IOException {
    var files = take(classPath, output);
    try {
      boolean compiled =
          task(
                  files,
                  d -> {
                    if (d.getKind() == Diagnostic.Kind.ERROR) {
                      errors.add(error(d));
                    }
                  },
                  sources.stream().map(Javac::read).toList())
              .call();
      if (!compiled && errors.isEmpty()) {
        errors.add(
            new CompileError(
                tooDeep(files, sources),
                -1,
                -1,
                "the compiler gave up: are too many brackets inside of one another?"));
      }
    } finally {
      keep(classPath, files);
    }
  }

  /// A byte order mark is no character of Java, so javac is given the text.
  private static Text read(Path source) {
    return new Text(source, Course.read(source));
  }

  /// The stack that javac prints when it gives up is dropped.
  private static JavacTask task(
      StandardJavaFileManager files,
      DiagnosticListener<JavaFileObject> listener,
      Iterable<? extends JavaFileObject> sources) {
    return (JavacTask)
        COMPILER.getTask(Writer.nullWriter(), files, listener, OPTIONS, null, sources);
  }

  /// The first of these that javac cannot even read, else the first.
  private static Path tooDeep(StandardJavaFileManager files, List<Path> sources)
      throws IOException {
    for (var source : sources) {
      try {
        task(files, _ -> {}, List.of(read(source))).parse();
      } catch (StackOverflowError | IllegalStateException _) {
        return source;
      }
    }
    return sources.getFirst();
  }

  private static CompileError error(Diagnostic<? extends JavaFileObject> d) {
    return new CompileError(
        d.getSource() instanceof Text source ? source.file : Path.of(""),
        (int) d.getLineNumber(),
        (int) d.getColumnNumber(),
        d.getMessage(Locale.ROOT));
  }

  static void empty(Path folder) throws IOException {
    WholeFolder.delete(folder);
    Files.createDirectories(folder);
  }
}
