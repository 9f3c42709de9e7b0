package tapeline.launch;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.SearchPath;

/// A Jupyter that works.
///
/// @param command how it is called, as in `python3 -m jupyter lab`
record Jupyter(List<String> command) {
  /// The environment variable that names the Jupyter to use.
  static final String CHOSEN = "TAPELINE_JUPYTER";

  private static final long PATIENCE_SECONDS = 30;
  private static final List<String> FRONT_ENDS = List.of("lab", "notebook");

  /// The first command that opens JupyterLab or, failing that, the classic notebook; null when none
  /// opens either.
  ///
  /// @param works whether a command line ends with 0
  /// @throws LaunchException when `TAPELINE_JUPYTER` names one that does not work
  static @Nullable Jupyter find(
      Map<String, String> environment, boolean windows, Predicate<List<String>> works) {
    var chosen = environment.get(CHOSEN);
    var candidates = chosen == null ? candidates(environment, windows) : chosen(chosen);
    for (var command : candidates) {
      if (works.test(with(command, "--version"))) {
        return new Jupyter(command);
      }
    }
    if (chosen != null) {
      throw new LaunchException(
          "%s=%s does not work: neither its lab nor its notebook answers --version"
              .formatted(CHOSEN, chosen));
    }
    return null;
  }

  /// `jupyter` opens what it is told to; `jupyter-lab` itself.
  private static List<List<String>> chosen(String command) {
    var name = String.valueOf(Path.of(command).getFileName());
    boolean opens = FRONT_ENDS.stream().anyMatch(f -> name.startsWith("jupyter-" + f));
    return opens ? List.of(List.of(command)) : frontEnds(List.of(command));
  }

  private static List<List<String>> frontEnds(List<String> jupyter) {
    return FRONT_ENDS.stream().map(f -> with(jupyter, f)).toList();
  }

  /// pipx and uv put `jupyter-lab` on the path, but no `jupyter`.
  private static List<List<String>> candidates(Map<String, String> environment, boolean windows) {
    var candidates = new ArrayList<List<String>>();
    var names = List.of("jupyter", "jupyter-lab", "jupyter-notebook");
    SearchPath.programs(environment.get("PATH"), windows, names)
        .forEach(program -> candidates.addAll(chosen(program.toString())));
    if (!windows) {
      candidates.addAll(frontEnds(List.of("/usr/bin/jupyter")));
    }
    candidates.addAll(frontEnds(List.of(windows ? "py" : "python3", "-m", "jupyter")));
    return candidates;
  }

  /// Returns whether this command line ends with 0, within half a minute.
  static boolean works(List<String> command) {
    try {
      var process =
          new ProcessBuilder(command)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      process.getOutputStream().close();
      boolean ended = process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
      process.destroyForcibly();
      return ended && process.exitValue() == 0;
    } catch (IOException _) {
      return false; // there is no such program
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /// The command line that opens `notebook` in the browser. It asks nothing when it ends, and root,
  /// who is alone in a container, may run it.
  List<String> opening(Path root, Path notebook, String user, List<String> more) {
    var line = new ArrayList<>(with(command, "-y", "--notebook-dir=" + root));
    if (user.equals("root")) {
      line.add("--allow-root");
    }
    line.addAll(more);
    if (!more.contains("--no-browser")) { // the classic notebook opens one for a file all the same
      line.add(notebook.toString());
    }
    return List.copyOf(line);
  }

  private static List<String> with(List<String> command, String... more) {
    var line = new ArrayList<>(command);
    line.addAll(List.of(more));
    return line;
  }
}
