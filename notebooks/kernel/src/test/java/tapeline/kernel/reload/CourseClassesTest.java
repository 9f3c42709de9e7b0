package tapeline.kernel.reload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CourseClassesTest {
  @Test
  void a_copy_that_fails_leaves_nothing(@TempDir Path temporary) {
    var before = System.getProperty("java.io.tmpdir");
    System.setProperty("java.io.tmpdir", temporary.toString());
    try {
      assertThatThrownBy(() -> CourseClasses.in(List.of(temporary.resolve("none"))))
          .hasMessageStartingWith("There is no folder of classes ");
    } finally {
      System.setProperty("java.io.tmpdir", before);
    }
    assertThat(temporary).isEmptyDirectory();
  }
}
