package tapeline.grader.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Which line of the learner's a failure points at.
class PlacesTest {
  private static final List<String> STACK =
      List.of("cuda#matmul#matmul.cu#2", "cuda.Backend#product#Backend.java#3");

  private @TempDir Path root;

  @Test
  void an_exercise_that_gives_a_kernel_the_wrong_sizes_is_shown_its_own_call() throws IOException {
    assertThat(first("src/main/java/cuda/Backend.java"))
        .isEqualTo("m/src/main/java/cuda/Backend.java:3");
  }

  @Test
  void an_exercise_that_is_the_kernel_is_shown_the_kernels_line() throws IOException {
    assertThat(first("src/main/resources/cuda/matmul.cu"))
        .isEqualTo("m/src/main/resources/cuda/matmul.cu:2");
  }

  @Test
  void what_fails_elsewhere_is_shown_where_it_fails() throws IOException {
    assertThat(first("src/main/java/cuda/Other.java"))
        .isEqualTo("m/src/main/resources/cuda/matmul.cu:2");
  }

  @Test
  void frames_that_are_made_up_lead_to_no_file_but_a_source() throws IOException {
    write("m/src/main/java/cuda/notes.txt");
    write("m/src/main/java/Key.java");
    write("Secret.java");
    var places = new Places(root, root.resolve("m/src/main/java"), List.of());
    var frames =
        List.of(
            "cuda.X#m#notes.txt#1",
            "x#m#/proc/self/environ#1",
            "x#m#" + root.resolve("Secret.java") + "#1",
            "x#m#../../../../Secret.java#1",
            "......x#m#Secret.java#1",
            "/dev/.x#m#zero.java#1",
            ".etc.x#m#Key.java#1");
    assertThat(places.first(frames, "src/main/java/Key.java", null)).isNull();
    assertThat(places.readable(frames)).noneMatch(line -> line.contains("m/src"));
    assertThat(places.first(List.of("Key#m#Key.java#1"), "src/main/java/Key.java", null))
        .as("without a package")
        .isNotNull();
  }

  @Test
  void a_file_may_be_named_in_any_letters() throws IOException {
    write("m/src/main/java/maße/Größe.java");
    var places = new Places(root, root.resolve("m/src/main/java"), List.of());
    var line = places.first(List.of("maße.Größe#m#Größe.java#2"), "Other.java", null);
    assertThat(line).hasToString("m/src/main/java/maße/Größe.java:2");
  }

  private String first(String exerciseFile) throws IOException {
    write("m/src/main/resources/cuda/matmul.cu");
    write("m/src/main/java/cuda/Backend.java");
    var places = new Places(root, root.resolve("m/src/main/java"), List.of());
    return String.valueOf(places.first(STACK, exerciseFile, null));
  }

  private void write(String name) throws IOException {
    var file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "1\n2\n3\n");
  }
}
