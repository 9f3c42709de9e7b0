package tapeline.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JupyterTest {
  @TempDir Path folder;

  private String jupyterIn(String name) throws IOException {
    return commandIn(name, "jupyter");
  }

  private String commandIn(String name, String command) throws IOException {
    var file = Files.createDirectories(folder.resolve(name)).resolve(command);
    Files.writeString(file, "");
    assertThat(file.toFile().setExecutable(true)).isTrue();
    return file.toString();
  }

  private Map<String, String> path(String... names) {
    var folders = List.of(names).stream().map(n -> folder.resolve(n).toString()).toList();
    return Map.of("PATH", String.join(File.pathSeparator, folders));
  }

  @Test
  void the_first_on_the_path_that_works_is_taken() throws IOException {
    var broken = jupyterIn("broken one");
    var good = jupyterIn("good one");
    var found =
        Jupyter.find(
            path("nothing here", "broken one", "good one"),
            false,
            line -> !line.getFirst().equals(broken) && line.contains("notebook"));
    assertThat(found).isEqualTo(new Jupyter(List.of(good, "notebook")));
  }

  @Test
  void a_folder_in_quotes_is_searched_on_windows() throws IOException {
    var quoted = commandIn("quoted", "jupyter.exe");
    var path = "no\0folder" + File.pathSeparator + "\"" + folder.resolve("quoted") + "\"";
    assertThat(Jupyter.find(Map.of("PATH", path), true, _ -> true))
        .isEqualTo(new Jupyter(List.of(quoted, "lab")));
  }

  @Test
  void lab_is_preferred_where_both_work() throws IOException {
    var both = jupyterIn("both");
    assertThat(Jupyter.find(path("both"), false, _ -> true))
        .isEqualTo(new Jupyter(List.of(both, "lab")));
  }

  @Test
  void a_front_end_without_a_jupyter_will_do() throws IOException {
    var lab = commandIn("pipx's", "jupyter-lab");
    assertThat(Jupyter.find(path("pipx's"), false, List.of(lab, "--version")::equals))
        .isEqualTo(new Jupyter(List.of(lab)));
    assertThat(Jupyter.find(Map.of(Jupyter.CHOSEN, lab), false, _ -> true))
        .isEqualTo(new Jupyter(List.of(lab)));
  }

  @Test
  void python_is_asked_when_no_command_is_there() {
    var python = List.of("python3", "-m", "jupyter", "lab", "--version");
    assertThat(Jupyter.find(path("nothing"), false, python::equals))
        .isEqualTo(new Jupyter(List.of("python3", "-m", "jupyter", "lab")));
    var py = List.of("py", "-m", "jupyter", "notebook", "--version");
    assertThat(Jupyter.find(path("nothing"), true, py::equals))
        .isEqualTo(new Jupyter(List.of("py", "-m", "jupyter", "notebook")));
  }

  @Test
  void nothing_is_found_where_nothing_works() {
    assertThat(Jupyter.find(path("nothing"), false, _ -> false)).isNull();
  }

  @Test
  void the_one_that_was_chosen_is_taken_or_named_as_broken() throws IOException {
    jupyterIn("on the path");
    var environment =
        Map.of("PATH", folder.resolve("on the path").toString(), Jupyter.CHOSEN, "/opt/my jupyter");
    assertThat(Jupyter.find(environment, false, _ -> true))
        .isEqualTo(new Jupyter(List.of("/opt/my jupyter", "lab")));
    assertThatThrownBy(
            () -> Jupyter.find(environment, false, line -> !line.contains("/opt/my jupyter")))
        .isInstanceOf(LaunchException.class)
        .hasMessageContaining("TAPELINE_JUPYTER=/opt/my jupyter does not work");
  }

  @Test
  void a_program_works_when_it_ends_with_0() {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    assertThat(Jupyter.works(List.of(java, "--version"))).isTrue();
    assertThat(Jupyter.works(List.of(java, "--no-such-option"))).isFalse();
    assertThat(Jupyter.works(List.of("/no/such/program"))).isFalse();
  }

  @Test
  void the_notebook_comes_last_and_root_is_let_in() {
    var jupyter = new Jupyter(List.of("python3", "-m", "jupyter", "lab"));
    var root = Path.of("/my course");
    var notebook = root.resolve("first.ipynb");
    assertThat(jupyter.opening(root, notebook, "ada", List.of("--port=9999")))
        .containsExactly(
            "python3",
            "-m",
            "jupyter",
            "lab",
            "-y",
            "--notebook-dir=/my course",
            "--port=9999",
            "/my course/first.ipynb");
    assertThat(jupyter.opening(root, notebook, "root", List.of())).contains("--allow-root");
  }

  @Test
  void no_notebook_is_named_where_no_browser_is_wanted() {
    var jupyter = new Jupyter(List.of("jupyter", "notebook"));
    assertThat(jupyter.opening(folder, folder.resolve("x.ipynb"), "ada", List.of("--no-browser")))
        .containsExactly("jupyter", "notebook", "-y", "--notebook-dir=" + folder, "--no-browser");
  }
}
