package tapeline.launch;

import java.nio.file.Files;
import java.nio.file.Path;

/// What the learner reads when something is theirs to do.
final class HowTo {
  private HowTo() {}

  /// How to get Jupyter on this system.
  static String getJupyter(String system) {
    return """
    There is no Jupyter here that works. One of these gets one:
    %s
    Then run ./tapeline notebook again. If yours is elsewhere, set %s to it.
    In VS Code the extension Jupyter does: ./tapeline notebook register says how.\
    """
        .formatted(ways(system).stripTrailing(), Jupyter.CHOSEN);
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
  static String useKernel(Places places, String system) {
    boolean windows = system.startsWith("Windows");
    var set =
        windows
            ? "set \"JUPYTER_PATH=" + places.jupyter() + "\" && "
            : "JUPYTER_PATH=\"" + places.jupyter() + "\" ";
    return """
    The kernel Java is registered for this course alone. A Jupyter that you start finds it by
      %sjupyter notebook
    and VS Code, with its extension Jupyter, by
      %scode "%s"
    """
        .formatted(set, set, places.root())
        .stripTrailing();
  }
}
