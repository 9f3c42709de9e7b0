package tapeline.notebook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CourseRootTest {
  @TempDir private Path folder;
  private Path course;
  private Path other;

  @BeforeEach
  void folders() throws IOException {
    course = course("with spaces");
    other = course("other");
    Files.createDirectories(other.resolve("notebooks/deep"));
  }

  private Path course(String name) throws IOException {
    Files.createDirectories(folder.resolve(name).resolve("solutions"));
    Files.createDirectories(folder.resolve(name).resolve("grader"));
    return folder.resolve(name);
  }

  @Test
  void the_property_comes_before_the_environment_and_that_before_the_folder() {
    var environment = Map.of("TAPELINE_ROOT", course.toString());
    var here = other.resolve("notebooks/deep");
    assertThat(CourseRoot.find(other.toString(), environment, folder)).isEqualTo(other);
    assertThat(CourseRoot.find("", environment, here)).isEqualTo(course);
    assertThat(CourseRoot.find("", Map.of(), here)).isEqualTo(other);
  }

  @Test
  void where_there_is_no_course_it_says_where_it_looked() {
    assertThatThrownBy(() -> CourseRoot.find("", Map.of(), folder))
        .isInstanceOf(NotebookException.class)
        .hasMessageStartingWith("There is no course at or above " + folder)
        .hasMessageContaining("./tapeline notebook");
    assertThatThrownBy(() -> CourseRoot.find(folder.toString(), Map.of(), other))
        .hasMessage("-Dtapeline.root is the folder that holds solutions and grader, got " + folder);
  }
}
