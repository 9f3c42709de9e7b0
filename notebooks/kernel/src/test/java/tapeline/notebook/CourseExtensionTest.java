package tapeline.notebook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import org.dflib.jjava.jupyter.Extension;
import org.dflib.jjava.jupyter.kernel.BaseKernel;
import org.dflib.jjava.jupyter.kernel.BaseKernelBuilder;
import org.dflib.jjava.jupyter.kernel.LanguageInfo;
import org.dflib.jjava.jupyter.kernel.ReplacementOptions;
import org.dflib.jjava.jupyter.kernel.display.DisplayData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The extension in a kernel that is not ours.
class CourseExtensionTest {
  @TempDir private Path folder;

  /// The smallest possible kernel, with the one method that a stock kernel adds.
  public static class StockKernel extends BaseKernel {
    final List<String> classPath = new ArrayList<>();
    final List<String> evaluated = new ArrayList<>();
    final List<String> displayed = new ArrayList<>();

    StockKernel(Builder b) {
      super(
          "stock",
          "1",
          new LanguageInfo.Builder("Java").build(),
          List.of(),
          null,
          b.io(),
          b.comms(),
          b.renderer(),
          null,
          b.magics(),
          false,
          b.styler());
    }

    public void addToClasspath(String path) {
      classPath.add(path);
    }

    @Override
    public Object evalRaw(String code) {
      evaluated.add(code);
      return code;
    }

    @Override
    public void display(DisplayData data) {
      displayed.add(NotebookCourse.text(data));
    }

    @Override
    public DisplayData inspect(String code, int at, boolean detail) {
      return new DisplayData();
    }

    @Override
    public ReplacementOptions complete(String code, int at) {
      return new ReplacementOptions(List.of(), at, at);
    }

    @Override
    public String isComplete(String code) {
      return IS_COMPLETE_MAYBE;
    }
  }

  static final class Builder extends BaseKernelBuilder<Builder, StockKernel> {
    org.dflib.jjava.jupyter.kernel.JupyterIO io() {
      return buildJupyterIO(StandardCharsets.UTF_8);
    }

    org.dflib.jjava.jupyter.kernel.comm.CommManager comms() {
      return buildCommManager();
    }

    org.dflib.jjava.jupyter.kernel.display.Renderer renderer() {
      return buildRenderer();
    }

    org.dflib.jjava.jupyter.kernel.magic.MagicsRegistry magics() {
      return buildMagicsRegistry();
    }

    org.dflib.jjava.jupyter.kernel.util.StringStyler styler() {
      return buildErrorStyler();
    }

    @Override
    public StockKernel build() {
      return new StockKernel(this);
    }
  }

  @Test
  void a_kernel_finds_it_and_has_all_its_commands() {
    var kernel = new Builder().build();
    var found =
        ServiceLoader.load(Extension.class).stream()
            .map(ServiceLoader.Provider::get)
            .filter(CourseExtension.class::isInstance)
            .findFirst()
            .orElseThrow();
    found.install(kernel);
    assertThat(kernel.getMagicsRegistry().getLineMagicNames())
        .contains("module", "pull", "grade", "hint", "reset", "quiz", "progress");
    assertThat(kernel.getMagicsRegistry().getCellMagicNames()).contains("exercise");
    assertThat(kernel.evaluated)
        .as("imports that cells of the notebooks rest on")
        .singleElement()
        .asString()
        .contains("java.util.function.*", "java.util.stream.*");
    found.uninstall(kernel);
  }

  @Test
  void a_stock_kernel_is_given_classes_once_and_says_what_it_cannot_do() throws Exception {
    var on = NotebookCourse.in(folder);
    var kernel = new Builder().build();
    var said = new StringBuilder();
    var host = new StockHost(kernel, line -> said.append(line).append('\n'));
    var extension = new CourseExtension();
    extension.install(kernel, new Classroom(on.root, host, said::append));
    var magics = kernel.getMagicsRegistry();
    var body = "    return 1;";
    Object returned = magics.evalCellMagic(kernel, "exercise", List.of("01.1"), body);
    assertThat(returned).as("what the command returns, which such a kernel drops").isNull();
    assertThat(kernel.displayed)
        .as("what it displays")
        .singleElement()
        .asString()
        .contains("01.1 is saved in");
    assertThat(kernel.classPath).as("the learner's classes, the reference's behind").hasSize(2);
    assertThat(said).isEmpty();

    magics.evalCellMagic(kernel, "exercise", List.of("01.1"), "    return 2;");
    assertThat(kernel.classPath).as("a second pair would be hidden by the first").hasSize(2);
    assertThat(said).asString().startsWith("This kernel keeps the classes it has loaded. Restart");
    assertThat(kernel.displayed.getLast()).contains("01.1 is saved in").doesNotContain("use it");
    magics.evalLineMagic(kernel, "module", List.of("02"));
    assertThat(kernel.displayed.getLast()).isEqualTo("Cells use module 01 as before.");

    said.setLength(0);
    magics.evalLineMagic(kernel, "pull", List.of("01.1"));
    assertThat(said).asString().contains("Copy this into one:\n\n%%exercise 01.1\n    return 2;");
    extension.uninstall(kernel);
  }

  @Test
  void what_the_course_refuses_is_one_sentence_without_a_stack() throws IOException {
    var on = NotebookCourse.in(folder);
    var kernel = new Builder().build();
    var extension = new CourseExtension();
    extension.install(kernel, on.room);
    assertThatThrownBy(
            () -> kernel.getMagicsRegistry().evalLineMagic(kernel, "hint", List.of("01.9")))
        .isInstanceOf(NotebookException.class)
        .hasMessageStartingWith("module 01-count has no exercise 01.9")
        .satisfies(e -> assertThat(e.getStackTrace()).isEmpty());
    on.write("notebooks/quizzes/01-count.md", "no pool");
    assertThatThrownBy(
            () -> kernel.getMagicsRegistry().evalLineMagic(kernel, "quiz", List.of("01")))
        .isInstanceOf(NotebookException.class);
    Files.createDirectory(on.root.resolve("grader/target/progress.lock"));
    assertThatThrownBy(
            () -> kernel.getMagicsRegistry().evalLineMagic(kernel, "progress", List.of()))
        .isInstanceOf(NotebookException.class)
        .hasMessageMatching("cannot lock .*progress\\.lock: java\\.nio\\.file\\..*");
    extension.uninstall(kernel);
  }
}
