package tapeline.grader.book;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.grader.course.Course;

class BookProjectTest {
  private static final String SAMPLE = "grader/target/book/board/site/index.html";
  private static final List<String> SOURCES =
      List.of(
          "pom.xml",
          "solutions/pom.xml",
          "modules/00-toolkit/pom.xml",
          "modules/00-gpu/pom.xml",
          "modules/00-instruments/pom.xml",
          "modules/00-competition/pom.xml",
          "grader/pom.xml",
          "grader/src/main/A.java",
          "grader/instructor/pom.xml",
          "grader/instructor/src/main/A.java",
          "grader/instructor/src/test/A.java");

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();

  @TempDir Path root;

  @BeforeEach
  void sources_that_do_not_compile_and_a_newer_sample() throws IOException {
    for (var source : SOURCES) {
      Files.setLastModifiedTime(write(source), FileTime.fromMillis(1_000_000));
    }
    write(SAMPLE);
  }

  @Test
  void a_sample_of_the_leaderboard_that_is_newer_than_its_sources_is_kept() throws Exception {
    assertThat(board()).isEqualTo(root.resolve(SAMPLE).getParent());
    assertThat(said.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  @Test
  void a_sample_that_is_older_is_made_anew_and_one_that_fails_costs_no_book() throws Exception {
    for (var source : List.of("solutions/pom.xml", "grader/instructor/src/test/A.java")) {
      write(SAMPLE);
      var file = root.resolve(source);
      Files.setLastModifiedTime(file, FileTime.fromMillis(System.currentTimeMillis() + 60_000));
      assertThat(board()).as("newer: " + source).isNull();
      assertThat(said.toString(StandardCharsets.UTF_8))
          .contains("the sample of the leaderboard ended with 1:")
          .contains("solutions/pom.xml");
      Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000));
      said.reset();
    }
  }

  private @Nullable Path board() throws Exception {
    return new BookProject(Course.at(root))
        .sampleBoard(new PrintStream(said, true, StandardCharsets.UTF_8));
  }

  private Path write(String name) throws IOException {
    var file = root.resolve(name);
    Files.createDirectories(file.resolveSibling(""));
    return Files.writeString(file, "no project");
  }
}
