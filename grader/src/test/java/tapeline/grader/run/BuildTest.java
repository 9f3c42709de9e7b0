package tapeline.grader.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.grader.FixtureCourse;
import tapeline.grader.course.Course;
import tapeline.grader.course.GivenFolder;
import tapeline.grader.result.ModuleResult;

/// The course's own classes, when several programs keep them up to date.
class BuildTest {
  @TempDir private Path folder;

  @Test
  void classes_are_made_again_when_another_program_renewed_what_they_stand_on() throws IOException {
    var course = FixtureCourse.in(folder).course();
    var ask = course.module(2);
    assertThat(reference(course.root()).passed()).isTrue();

    var solution = course.solution(course.module(1)).resolve("src/main/java/count/Count.java");
    Files.writeString(solution, Files.readString(solution).replace("double mean(", "Double mean("));
    new Modules(course).reference(List.of(course.module(1)));

    assertThat(reference(course.root()).passed())
        .as("%s links to Count.mean, which has another return type now", ask.name())
        .isTrue();
  }

  @Test
  void classes_that_were_copied_with_the_course_are_not_made_again() throws IOException {
    var course = FixtureCourse.in(folder).course();
    var count = compiled(course, "reference").resolve("01-count/count/Count.class");
    var old = FileTime.fromMillis(1_000_000_000_000L);
    Files.setLastModifiedTime(count, old);
    new Modules(course).reference(course.modules());
    assertThat(Files.getLastModifiedTime(count)).isEqualTo(old);
  }

  @Test
  void a_module_is_compiled_on_the_given_folders_of_its_pom_and_on_no_other() throws IOException {
    var course = FixtureCourse.withKernels(folder).course();
    new Modules(course).reference(List.of(course.module(2)));
    assertThat(compiled(course, "00-toolkit")).exists();
    assertThat(compiled(course, "00-gpu")).as("no module up to 02 lists it").doesNotExist();

    new Modules(course).reference(List.of(course.module(3)));
    assertThat(compiled(course, "00-gpu")).as("03 lists it").exists();
  }

  @Test
  void a_given_folder_stands_on_those_of_its_own_pom() throws IOException {
    var course = FixtureCourse.withKernels(folder).course();
    var gpu = folder.resolve("modules/00-gpu");
    Files.writeString(
        gpu.resolve("pom.xml"), "<dependencies><artifactId>00-toolkit</artifactId></dependencies>");
    Files.writeString(
        gpu.resolve("src/main/java/Card.java"),
        "class Card { RuntimeException todo = new tapeline.toolkit.Todo(\"1\", \"a card\"); }");

    new Modules(course).given();

    assertThat(course.given())
        .extracting(GivenFolder::name)
        .containsExactly("00-toolkit", "00-gpu");
    assertThat(compiled(course, "00-gpu").resolve("Card.class")).exists();
  }

  private static Path compiled(Course course, String given) {
    return course.target().resolve("course").resolve(given);
  }

  private static ModuleResult reference(Path root) {
    var course = Course.at(root);
    try (var workers = new Workers(new Jvm(course, 1))) {
      var grader = new Grader(course, workers, KnownMistakes.none(course), 5_000);
      return grader.reference(course.module(2), course.module(2).exercises());
    }
  }
}
