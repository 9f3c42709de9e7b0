package tapeline.instructor.gradebook;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.grader.FixtureCourse;
import tapeline.grader.course.Course;
import tapeline.grader.course.Selection;

class TestsFingerprintTest {
  private static String of(Course course, String module, String compilers) throws IOException {
    return TestsFingerprint.of(course, Selection.of(course, module), 1, null, compilers);
  }

  @Test
  void a_changed_given_folder_is_another(@TempDir Path folder) throws IOException {
    var course = FixtureCourse.in(folder).course();
    var before = of(course, "1", "");
    assertThat(of(course, "1", "")).isEqualTo(before);
    var todo = folder.resolve("modules/00-toolkit/src/main/java/tapeline/toolkit/Todo.java");
    Files.writeString(todo, Files.readString(todo) + "\n");
    assertThat(of(course, "1", "")).isNotEqualTo(before);
  }

  @Test
  void a_cuda_compiler_counts_where_there_are_kernels() throws IOException {
    var course = Course.at(FixtureCourse.projectRoot());
    assertThat(of(course, "10", "nvcc 13")).isNotEqualTo(of(course, "10", "nvcc 12"));
    assertThat(of(course, "1", "nvcc 13")).isEqualTo(of(course, "1", "nvcc 12"));
  }
}
