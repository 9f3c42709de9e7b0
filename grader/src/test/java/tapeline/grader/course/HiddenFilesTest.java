package tapeline.grader.course;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// macOS lays a file `._name` beside another one on disks and in archives, and a build writes and
/// deletes below `target` while others read.
class HiddenFilesTest {
  @TempDir Path folder;

  @Test
  void what_lies_beside_a_source_is_none() throws IOException {
    var tape = Files.createFile(folder.resolve("Tape.java"));
    Files.createFile(folder.resolve("._Tape.java"));
    assertThat(Course.javaFiles(folder)).containsExactly(tape);
  }

  @Test
  void what_is_built_beside_a_pom_is_none() throws IOException {
    var pom = Files.createFile(folder.resolve("pom.xml"));
    var source = Files.createDirectories(folder.resolve("src/target")).resolve("Aim.java");
    Files.createFile(source);
    Files.createFile(Files.createDirectories(folder.resolve("target")).resolve("Tape.class"));
    assertThat(Course.files(folder, _ -> true)).containsExactly(pom, source);
  }

  @Test
  void what_lies_beside_a_milestones_page_is_none() throws IOException {
    var pages = Files.createDirectories(folder.resolve("grader/laboratory/milestones"));
    Files.writeString(
        pages.resolve("1-perceptron.md"),
        """
        # 1958: The perceptron

        - **Needs** 01.1
        - **Number** share that is right
        - **To beat** at least 0.9
        - **Question** How large is it?
        """);
    Files.writeString(pages.resolve("._1-perceptron.md"), "\0\5\26\7");
    assertThat(Milestone.all(new Course(folder, List.of())))
        .extracting(Milestone::name)
        .containsExactly("1-perceptron");
  }
}
