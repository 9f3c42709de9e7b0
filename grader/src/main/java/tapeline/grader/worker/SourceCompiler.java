package tapeline.grader.worker;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.tools.Diagnostic;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/// The `main` of a compiler in a sandbox: sources come in and class files go out over standard
/// input and output, so it needs no file that it may write.
///
/// The first two frames are the class path and the compiler's options; `ready` answers them. Each
/// order is two frames: the sources' names, and their texts. The answers are `error`, index of the
/// source or −1, line, column, message; or `class`, name, bytes in base 64; then `done`.
public final class SourceCompiler {
  private static final int MOST_ERRORS = 100;

  private SourceCompiler() {}

  public static void main(String[] args) throws IOException {
    var wire =
        new Wire(new FileInputStream(FileDescriptor.in), new FileOutputStream(FileDescriptor.out));
    System.setIn(InputStream.nullInputStream());
    System.setOut(System.err);
    var classPath = wire.receive().stream().map(Path::of).toList();
    var options = wire.receive();
    wire.send(List.of("ready"));
    while (true) {
      try {
        var names = wire.receive();
        for (var answer : compile(names, wire.receive(), classPath, options)) {
          wire.send(answer);
        }
        wire.send(List.of("done"));
      } catch (EOFException _) {
        return;
      }
    }
  }

  private static List<List<String>> compile(
      List<String> names, List<String> texts, List<Path> classPath, List<String> options)
      throws IOException {
    var answers = new ArrayList<List<String>>();
    var sources = new ArrayList<Text>();
    for (int i = 0; i < names.size(); i++) {
      sources.add(new Text(i, names.get(i), texts.get(i)));
    }
    var compiler = ToolProvider.getSystemJavaCompiler();
    try (var standard = compiler.getStandardFileManager(null, Locale.ROOT, null);
        var memory = new Memory(standard)) {
      standard.setLocationFromPaths(StandardLocation.CLASS_PATH, classPath);
      standard.setLocationFromPaths(StandardLocation.SOURCE_PATH, List.of());
      boolean compiled =
          compiler.getTask(null, memory, d -> error(d, answers), options, null, sources).call();
      if (compiled) {
        memory.classes.forEach((name, bytes) ->
            answers.add(
                List.of("class", name, Base64.getEncoder().encodeToString(bytes.toByteArray()))));
      } else if (answers.isEmpty()) {
        answers.add(gaveUp("too deeply nested?"));
      }
    } catch (StackOverflowError | OutOfMemoryError | RuntimeException e) {
      answers.clear();
      answers.add(gaveUp(e.toString()));
    }
    return answers;
  }

  private static List<String> gaveUp(String why) {
    return List.of("error", "-1", "-1", "-1", "the compiler gave up on these files: " + why);
  }

  private static void error(Diagnostic<? extends JavaFileObject> d, List<List<String>> answers) {
    if (d.getKind() == Diagnostic.Kind.ERROR && answers.size() < MOST_ERRORS) {
      int source = d.getSource() instanceof Text t ? t.index : -1;
      answers.add(
          List.of(
              "error",
              "" + source,
              "" + d.getLineNumber(),
              "" + d.getColumnNumber(),
              d.getMessage(Locale.ROOT)));
    }
  }

  /// A source file in memory.
  private static final class Text extends SimpleJavaFileObject {
    private final int index;
    private final String text;

    Text(int index, String name, String text) {
      super(URI.create("mem:///" + name), Kind.SOURCE);
      this.index = index;
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }

  /// Keeps the classes that the compiler writes.
  private static final class Memory extends ForwardingJavaFileManager<JavaFileManager> {
    private final Map<String, ByteArrayOutputStream> classes = new LinkedHashMap<>();

    Memory(JavaFileManager behind) {
      super(behind);
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
      var file = name.replace('.', '/') + ".class";
      return new SimpleJavaFileObject(URI.create("mem:///out"), kind) {
        @Override
        public OutputStream openOutputStream() {
          var bytes = new ByteArrayOutputStream();
          classes.put(file, bytes);
          return bytes;
        }
      };
    }
  }
}
