package tapeline.grader.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestClassesTest {
  @TempDir private Path folder;

  private void classFile(String name, String text) throws IOException {
    var file = folder.resolve("made/" + name + ".class");
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  @Test
  void a_class_is_found_by_a_tag_in_its_file_or_in_that_of_a_class_inside_of_it()
      throws IOException {
    classFile("OwnTest", "a tag 04.1 and more");
    classFile("OuterTest", "none");
    classFile("OuterTest$Inner", "04.2");
    classFile("OtherTest", "04.3");
    classFile("Helper", "04.1 in what is no test");
    assertThat(TestClasses.with(List.of("04.1", "04.2 & slow"), folder))
        .containsExactly("made.OuterTest", "made.OwnTest");
  }

  @Test
  void no_class_has_a_tag_that_is_not_there() throws IOException {
    classFile("OwnTest", "04.1");
    assertThat(TestClasses.with(List.of("04.2"), folder)).isEmpty();
  }
}
