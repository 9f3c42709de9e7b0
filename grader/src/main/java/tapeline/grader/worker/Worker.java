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
import org.junit.jupiter.engine.JupiterTestEngine;

/// The worker's `main`: takes orders from standard input until it closes, answers on standard
/// output.
///
/// | order | further frames | answers |
/// |---|---|---|
/// | `api` reference given | | one `missing` frame a member, then `done` |
/// | `test` tests limit | class path, tags, names | `started`, `ended`, … a test, then `done` |
///
/// A test that hangs is answered by `hung`, one that ends the JVM by `exiting`, one that exhausts
/// the memory by `exhausted`; the worker is gone after each.
public final class Worker {
  /// The exit code after `hung` and `exhausted`.
  static final int GONE = 70;

  private Worker() {}

  public static void main(String[] args) throws IOException {
    ParentProcess.endWithIt();
    serve(new FileInputStream(FileDescriptor.in), new FileOutputStream(FileDescriptor.out));
  }

  /// Takes orders until `in` closes.
  public static void serve(InputStream in, OutputStream out) throws IOException {
    var wire = new Wire(in, out);
    System.setIn(InputStream.nullInputStream());
    var output = OutputCapture.install();
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
          test(run, Path.of(order.get(1)), paths(wire.receive()), wire.receive(), wire.receive());
        }
        default -> throw new IOException("there is no order " + order);
      }
      wire.send(List.of("done"));
    }
  }

  /// Runs the tests in a class loader of their own.
  ///
  /// @param only the tests to run, each `Class.method`; empty for all with one of the tags
  private static void test(
      TestRun run, Path tests, List<Path> classPath, List<String> tags, List<String> only)
      throws IOException {
    var urls = new ArrayList<URL>();
    urls.add(tests.toUri().toURL());
    for (var p : classPath) {
      urls.add(p.toUri().toURL());
    }
    var behind = Thread.currentThread().getContextClassLoader();
    try (var loader = new URLClassLoader(urls.toArray(URL[]::new), behind)) {
      run.run(loader, TestRun.classesIn(tests), tags, only);
    }
  }

  private static List<Path> paths(List<String> names) {
    return names.stream().map(Path::of).toList();
  }
}
