package tapeline.launch;

import java.nio.file.Files;
import java.nio.file.Path;

/// The messages about things that the learner has to do.
final class HowTo {
  private HowTo() {}

  /// How to get Jupyter on this system.
  static String getJupyter(String system) {
    var launcher = system.startsWith("Windows") ? "tapeline" : "./tapeline";
    return """
    There is no Jupyter here that works. One of these gets one:
    %s
    Then run %s notebook again. If yours is elsewhere, set %s to it.
    In VS Code the extension Jupyter does: %s notebook register says how.\
    """
        .formatted(ways(system).stripTrailing(), launcher, Jupyter.CHOSEN, launcher);
  }

  private static String ways(String system) {
    var anywhere =
        """
          pipx install jupyterlab
          uv tool install jupyterlab
          conda install -c conda-forge jupyterlab
        """;
    if (system.startsWith("Windows")) {
      return "  py -m pip install jupyterlab\n" + anywhere;
    }
    if (system.startsWith("Mac")) {
      return "  brew install jupyterlab\n" + anywhere;
    }
    return Files.exists(Path.of("/usr/bin/apt-get"))
        ? "  sudo apt-get install jupyter-notebook\n" + anywhere
        : anywhere;
  }

  /// How a Jupyter that the learner starts finds the kernel.
  static String useKernel(KernelFiles files, String system) {
    boolean windows = system.startsWith("Windows");
    var set =
        windows
            ? "set \"JUPYTER_PATH=" + files.jupyter() + "\" && "
            : "JUPYTER_PATH=\"" + files.jupyter() + "\" ";
    return """
    The kernel Java is registered for this course alone. A Jupyter that you start finds it by
      %sjupyter notebook
    and VS Code, with its extension Jupyter, by
      %scode "%s"
    """
        .formatted(set, set, files.root())
        .stripTrailing();
  }

  /// How a stock JJava kernel gets the course's commands.
  static String useStockKernel(ClassPath classPath, String system) {
    boolean windows = system.startsWith("Windows");
    var set = windows ? "  set \"%s=%s\"%n" : "  export %s=\"%s\"%n";
    // JJava takes its paths with forward slashes everywhere.
    var jars = classPath.toString().replace('\\', '/');
    return "A stock JJava kernel on JDK 25 has the course's commands when Jupyter is started with\n"
        + set.formatted("JJAVA_CLASSPATH", jars)
        + set.formatted(
            "JJAVA_COMPILER_OPTS", "--add-modules jdk.incubator.vector -Xlint:-incubating")
        + set.formatted("JJAVA_JVM_OPTS", "--add-modules jdk.incubator.vector")
        + "What it can do then stands in notebooks/README.md.";
  }
}
