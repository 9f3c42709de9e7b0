package tapeline.grader.worker;

import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.engine.JupiterTestEngine;

/// The worker's `main`: takes orders from standard input until it closes, answers on standard
/// output.
///
/// | order | further frames | answers |
/// |---|---|---|
/// | `api` reference given | | one `missing` frame a member, then `done` |
/// | `test` tests limit | class path, tags, names | `started`, `ended`, … a test, then `done` |
/// | `test` tests limit class number | as above | the same, after `class.choose(number)` if there is a class |
///
/// Orders with a number and the same class path follow one another in one class loader.
///
/// A test that hangs is answered by `hung`, one that ends the JVM by `exiting`, one that exhausts
/// the memory by `exhausted`; the worker is gone after each.
public final class Worker {
  /// The exit code after `hung` and `exhausted`.
  static final int GONE = 70;

  private Worker() {}

  public static void main(String[] args) throws IOException {
    Locale.setDefault(Locale.ROOT); // a decimal point in numbers, as in the tests
    ParentProcess.endWithIt();
    serve(new FileInputStream(FileDescriptor.in), new FileOutputStream(FileDescriptor.out));
  }

  /// Takes orders until `in` closes.
  public static void serve(InputStream in, OutputStream out) throws IOException {
    var wire = new Wire(in, out);
    System.setIn(InputStream.nullInputStream());
    var output = OutputCapture.install();
    @Nullable Chosen chosen = null;
    while (true) {
      List<String> order;
      try {
        order = wire.receive();
      } catch (EOFException _) {
        return;
      }
      switch (order.getFirst()) {
        case "api" -> {
          for (var m : Api.missing(Path.of(order.get(1)), paths(wire.receive()))) {
            wire.send(List.of("missing", m));
          }
        }
        case "test" -> {
          var run =
              new TestRun(new JupiterTestEngine(), wire, output, Long.parseLong(order.get(2)));
          var tests = Path.of(order.get(1));
          var classPath = paths(wire.receive());
          var tags = wire.receive();
          var only = wire.receive();
          if (order.size() == 3) {
            try (var loader = loader(tests, classPath)) {
              run.run(loader, TestClasses.with(tags, tests), tags, only, () -> {});
            }
          } else {
            if (chosen == null || !chosen.classPath.equals(classPath)) {
              if (chosen != null) {
                chosen.loader.close();
              }
              chosen = new Chosen(classPath, loader(tests, classPath));
            }
            if (!order.get(3).isEmpty()) {
              choose(chosen.loader, order.get(3), Integer.parseInt(order.get(4)));
            }
            run.run(chosen.loader, TestClasses.with(tags, tests), tags, only, () -> {});
          }
        }
        default -> throw new IOException("there is no order " + order);
      }
      wire.send(List.of("done"));
    }
  }

  /// The class loader that the last choices were tried in.
  private record Chosen(List<Path> classPath, URLClassLoader loader) {}

  private static URLClassLoader loader(Path tests, List<Path> classPath) throws IOException {
    var urls = new ArrayList<URL>();
    urls.add(tests.toUri().toURL());
    for (var p : classPath) {
      urls.add(p.toUri().toURL());
    }
    return new URLClassLoader(
        urls.toArray(URL[]::new), Thread.currentThread().getContextClassLoader());
  }

  private static void choose(ClassLoader loader, String type, int number) throws IOException {
    try {
      var choose = Class.forName(type, true, loader).getDeclaredMethod("choose", int.class);
      choose.setAccessible(true);
      choose.invoke(null, number);
    } catch (ReflectiveOperationException e) {
      throw new IOException("there is no " + type + ".choose", e);
    }
  }

  private static List<Path> paths(List<String> names) {
    return names.stream().map(Path::of).toList();
  }
}
