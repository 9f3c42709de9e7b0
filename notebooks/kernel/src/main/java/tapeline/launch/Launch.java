package tapeline.launch;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// Started by Maven with `-Dnotebook`: registers the kernel for this course alone, and opens the
/// notebooks in Jupyter; or says how others are started.
///
/// Leaves its exit code in `notebooks/kernel/target/exit-code`: Jupyter's as 0 or 1, and 1 when
/// what was asked for cannot be done.
public final class Launch {
  private static final String FIRST = "notebooks/00-start-here.ipynb";
  private static final long PATIENCE_SECONDS = 10;

  private final KernelFiles files;
  private final PrintStream out;
  private final String system = System.getProperty("os.name", "");

  Launch(KernelFiles files, PrintStream out) {
    this.files = files;
    this.out = out;
  }

  public static void main(String[] args) throws IOException, InterruptedException {
    System.setProperty("java.awt.headless", "true");
    var options = new HashMap<String, String>();
    for (var a : args) {
      int eq = a.indexOf('=');
      options.put(a.substring(0, eq), a.substring(eq + 1).strip());
    }
    var files = new KernelFiles(Path.of(options.getOrDefault("root", "")).toRealPath());
    System.exit(run(files, options));
  }

  static int run(KernelFiles files, Map<String, String> options) throws InterruptedException {
    int code = 1;
    try {
      try {
        code = new Launch(files, System.out).run(options);
      } catch (LaunchException e) {
        System.out.println(e.getMessage());
      } finally {
        Files.createDirectories(files.target());
        Files.writeString(files.exitCode(), code + "\n");
      }
    } catch (IOException | UncheckedIOException e) {
      System.out.println("The notebooks' kernel cannot be set up: " + e);
      return 1;
    }
    return code;
  }

  private int run(Map<String, String> options) throws IOException, InterruptedException {
    var how = options.getOrDefault("notebook", "true");
    return switch (how) {
      case "true" -> {
        var jupyter = Jupyter.find(System.getenv(), system.startsWith("Windows"), Jupyter::works);
        if (jupyter == null) {
          throw new LaunchException(HowTo.getJupyter(system));
        }
        register();
        yield open(jupyter, options.getOrDefault("jupyter", ""));
      }
      case "register" -> {
        register();
        out.println(HowTo.useKernel(files, system));
        yield 0;
      }
      case "stock" -> {
        out.println(HowTo.useStockKernel(classPath(), system));
        yield 0;
      }
      default ->
          throw new LaunchException("-Dnotebook takes no value, register or stock; got " + how);
    };
  }

  /// Writes what Jupyter needs to start the kernel.
  void register() throws IOException {
    new Kernelspec(KernelCommand.here(classPath(), files)).write(files.kernelspec());
  }

  private ClassPath classPath() throws IOException {
    return ClassPath.packed(System.getProperty("java.class.path"), files.library());
  }

  /// Until Jupyter ends, by Ctrl-C or from its own menu; its exit code.
  private int open(Jupyter jupyter, String more) throws IOException, InterruptedException {
    var line =
        jupyter.opening(
            files.root(),
            files.root().resolve(FIRST),
            System.getProperty("user.name", ""),
            more.isEmpty() ? List.of() : List.of(more.split("\\s+")));
    out.printf("Opening the notebooks with %s. Ctrl-C ends it.%n", line.getFirst());
    var builder = new ProcessBuilder(line).directory(files.root().toFile()).inheritIO();
    builder
        .environment()
        .merge(
            "JUPYTER_PATH",
            files.jupyter().toString(),
            (old, ours) -> ours + java.io.File.pathSeparator + old);
    var process = builder.start();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> end(process)));
    return process.waitFor() == 0 ? 0 : 1;
  }

  /// Ctrl-C reaches Jupyter too, which then ends its kernels: it is left the time to.
  private static void end(Process process) {
    try {
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.destroy();
        process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
