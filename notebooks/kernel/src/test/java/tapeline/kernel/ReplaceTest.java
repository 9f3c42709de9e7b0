package tapeline.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A class that is edited while cells use it.
class ReplaceTest {
  @TempDir Path folder;

  private final Cells cells = new Cells();
  private int versions;

  @BeforeEach
  void first() throws IOException {
    show("public int value() { return 1; }");
    cells.eval("import lesson.*;");
  }

  @AfterEach
  void close() {
    cells.close();
  }

  @Test
  void cells_see_a_body_that_changed_and_keep_their_objects() throws IOException {
    cells.eval("var box = new Box(); int plain = 7;");
    assertThat(cells.eval("box.value()")).isEqualTo(1);

    assertThat(show("public int value() { return 2; }")).isEmpty();

    assertThat(cells.eval("box.value()")).isEqualTo(2);
    assertThat(cells.eval("plain")).isEqualTo(7);
  }

  @Test
  void cells_see_a_method_that_is_new() throws IOException {
    cells.eval("new Box().value()");

    show("public int value() { return 3; } public int twice() { return 2 * value(); }");

    assertThat(cells.eval("new Box().twice()")).isEqualTo(6);
  }

  @Test
  void variables_of_a_type_that_is_another_now_are_named_and_others_stay() throws IOException {
    cells.eval("var box = new Box(); Object hidden = box; var list = java.util.List.of(box);");
    cells.eval("int plain = 7; String text = \"kept\"; int doubled(int x) { return 2 * x; }");

    assertThat(show("public int value() { return 3; } public int more;"))
        .containsExactlyInAnyOrder("box", "hidden", "list");

    assertThat(cells.eval("plain + doubled(1) + text")).isEqualTo("9kept");
    assertThat(cells.eval("new Box().value()")).isEqualTo(3);
  }

  @Test
  void cells_see_a_new_class_beside_one_that_is_in_use() throws IOException {
    cells.eval("var box = new Box(); box.value()");

    assertThat(
            show("public int value() { return 1; } } class Lid { static int size() { return 4; }"))
        .isEmpty();
    show(
        "public int value() { return 1; } } class Lid { static String size() { return \"four\"; }");

    assertThat(cells.eval("box.value()")).isEqualTo(1);
  }

  @Test
  void a_class_that_no_cell_has_used_yet_is_just_the_new_one() throws IOException {
    show("public int value() { return 5; }");

    assertThat(cells.eval("new Box().value()")).isEqualTo(5);
  }

  @Test
  void a_loop_in_a_shown_class_can_be_stopped() throws Exception {
    show("public int value() { while (true) {} }");
    var stopper =
        Thread.ofPlatform()
            .start(() -> {
              for (int i = 0; i < 100; i++) {
                try {
                  Thread.sleep(200);
                } catch (InterruptedException _) {
                  return;
                }
                cells.interrupt();
              }
            });

    assertThat(
            catchThrowableOfType(CellException.class, () -> cells.eval("new Box().value()")).kind())
        .isEqualTo("Interrupted");
    stopper.interrupt();
  }

  /// Compiles a class Box with these members, and shows it; the variables that were lost.
  private List<String> show(String members) throws IOException {
    var source = folder.resolve("Box.java");
    Files.writeString(source, "package lesson; public class Box { " + members + " }");
    var classes = folder.resolve("classes" + versions++); // another folder each time
    int code =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-d", classes.toString(), source.toString());
    assertThat(code).as("javac").isZero();
    return cells.show(List.of(classes));
  }
}
