package tapeline.grader.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.grader.FixtureCourse;

/// Versions of a module that checks write.
class VariantsTest {
  @Test
  void two_processes_write_versions_apart(@TempDir Path folder) throws IOException {
    var course = FixtureCourse.in(folder).course();
    var module = course.module(1);
    var id = module.exercises().getFirst().id();
    assertThat(new Variants(course).mutated(module, id, "    return 8;\n").toString())
        .contains("/" + ProcessHandle.current().pid() + "-");
  }
}
