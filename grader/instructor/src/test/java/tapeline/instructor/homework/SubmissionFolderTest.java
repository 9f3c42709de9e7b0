package tapeline.instructor.homework;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tapeline.grader.FixtureCourse;
import tapeline.grader.run.Sources;
import tapeline.grader.update.OwnWork;

class SubmissionFolderTest {
  private static final Set<String> COUNT = Set.of("01-count");

  @TempDir Path folder;

  private Path zip(String... names) throws IOException {
    return zip(UTF_8, names);
  }

  private Path zip(Charset charset, String... names) throws IOException {
    var zip = folder.resolve("made.zip");
    try (var out =
        new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(zip)), charset)) {
      for (var name : names) {
        out.putNextEntry(new ZipEntry(name));
        out.write(name.getBytes(UTF_8));
      }
    }
    return zip;
  }

  private Path to() {
    return folder.resolve("to");
  }

  private Path found(Path... handedIn) throws Exception {
    return SubmissionFolder.find(List.of(handedIn), to(), COUNT);
  }

  @Test
  void archives_in_an_archive_have_its_limits_together() throws Exception {
    var zip = folder.resolve("many.zip");
    try (var out = new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(zip)))) {
      for (int i = 0; i < 3; i++) {
        out.putNextEntry(new ZipEntry(i + ".zip"));
        var inner = new ZipOutputStream(out);
        inner.putNextEntry(new ZipEntry("01-count/zeros"));
        for (int k = 0; k < 30; k++) {
          inner.write(new byte[1 << 20]);
        }
        inner.finish();
      }
    }
    assertThatThrownBy(() -> found(zip))
        .isInstanceOf(Refused.class)
        .hasMessage("unpacked, the archive has more than 64 MiB");
  }

  @Test
  void of_a_whole_repository_the_modules_are_taken() throws Exception {
    var zip =
        zip(
            "solutions/01-count/reference.txt",
            "grader/tests/01-count/test.txt",
            "__MACOSX/01-count/._a.txt",
            "modules/01-count/a.txt");
    assertThat(found(zip).resolve("01-count/a.txt")).exists();
  }

  @Test
  void what_is_no_zip_is_refused_by_name() throws Exception {
    var tar = Files.writeString(folder.resolve("ada.tar.gz"), "");
    assertThatThrownBy(() -> found(tar))
        .isInstanceOf(Refused.class)
        .hasMessage("a submission is a zip, got ada.tar.gz");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "modules/", "homework/modules/"})
  void modules_are_found_where_learners_put_them(String around) throws Exception {
    var zip = zip(around + "01-count/src/main/java/count/Count.java");
    assertThat(found(zip).resolve("01-count/src/main/java/count/Count.java")).exists();
    assertThatThrownBy(() ->
            SubmissionFolder.find(List.of(zip), folder.resolve("other"), Set.of("02-ask", "03-x")))
        .isInstanceOf(Refused.class)
        .hasMessage("there is no folder called 02-ask or 03-x");
  }

  @Test
  void an_archive_in_a_folder_is_unpacked() throws Exception {
    var handedIn = Files.createDirectories(folder.resolve("Ada_1_assignsubmission_file_"));
    Files.move(zip("01-count/a.txt"), handedIn.resolve("homework.zip"));
    assertThat(found(handedIn).resolve("01-count/a.txt")).exists();
  }

  /// Two attachments, two files of one assignment, a folder a week.
  @Test
  void modules_in_places_of_their_own_come_together_and_none_is_there_twice() throws Exception {
    var handedIn = Files.createDirectories(folder.resolve("Ada_1_assignsubmission_file_"));
    Files.move(zip("modules/01-count/a.txt"), handedIn.resolve("a.zip"));
    Files.move(zip("02-ask/b.txt"), handedIn.resolve("b.zip"));
    Files.createDirectories(folder.resolve("week/one/03-x"));
    var one = folder.resolve("week");
    var modules = Set.of("01-count", "02-ask", "03-x");
    var found = SubmissionFolder.find(List.of(handedIn, one), to(), modules);
    for (var file : List.of("01-count/a.txt", "02-ask/b.txt", "03-x")) {
      assertThat(found.resolve(file)).exists();
    }
    Files.createDirectories(one.resolve("two/03-x"));
    assertThatThrownBy(() -> SubmissionFolder.find(List.of(handedIn, one), to(), modules))
        .isInstanceOf(Refused.class)
        .hasMessage("03-x lies in several places: week/one, week/two");
  }

  @Test
  void of_an_export_the_learners_own_work_is_taken() throws Exception {
    var fixture = FixtureCourse.in(folder.resolve("course"));
    fixture.solve("01.1");
    var zip = folder.resolve("work.zip");
    OwnWork.write(fixture.course(), zip);
    var module = fixture.course().module(1);
    var found = SubmissionFolder.find(List.of(zip), to(), Set.of(module.name()));
    assertThat(found.resolve(module.name()).resolve(module.exercises().getFirst().file()))
        .hasSameTextualContentAs(fixture.file("01.1"));
  }

  @Test
  void an_editors_history_is_no_other_place() throws Exception {
    var handedIn = folder.resolve("ada");
    Files.createDirectories(handedIn.resolve(".history/modules/01-count"));
    Files.createDirectories(handedIn.resolve("modules/01-count"));
    assertThat(found(handedIn)).isEqualTo(handedIn.resolve("modules"));
  }

  /// Packs a folder of months of work, as a shell or a file manager does.
  @Test
  void of_a_checkout_that_was_used_the_modules_are_unpacked_alone() throws Exception {
    var zip = folder.resolve("checkout.zip");
    try (var out = new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(zip)))) {
      for (int i = 0; i < 3_000; i++) {
        out.putNextEntry(new ZipEntry("tapeline/.git/objects/" + i));
        out.putNextEntry(new ZipEntry("tapeline/venv/lib/" + i));
      }
      out.putNextEntry(new ZipEntry("tapeline/modules/01-count/target/zeros"));
      for (int i = 0; i < 80; i++) {
        out.write(new byte[1 << 20]);
      }
      out.putNextEntry(new ZipEntry("tapeline/modules/01-count/src/target/A.java"));
    }
    var found = found(zip);
    assertThat(found.resolve("01-count/src/target/A.java")).exists();
    assertThat(found.resolve("01-count/target")).doesNotExist();
  }

  @Test
  void a_directory_without_end_is_refused() throws Exception {
    var zip = folder.resolve("many.zip");
    try (var out = new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(zip)))) {
      for (int i = 0; i <= 100_000; i++) {
        out.putNextEntry(new ZipEntry(".git/" + i));
      }
    }
    assertThatThrownBy(() -> found(zip))
        .isInstanceOf(Refused.class)
        .hasMessage("the archive lists more than 100,000 entries");
  }

  /// Windows packs names in the code page of its console, and says so nowhere.
  @Test
  void names_in_a_code_page_of_windows_are_read() throws Exception {
    var zip =
        zip(Charset.forName("IBM437"), "\u00dcbung/modules/01-count/src/Gr\u00f6\u00dfe.java");
    assertThat(found(zip).resolve("01-count/src/Gr\u00f6\u00dfe.java")).exists();
  }

  @Test
  void of_what_a_module_is_given_beside_its_sources_no_other_is_taken() throws Exception {
    var course = FixtureCourse.in(folder).course();
    var module = course.module(1);
    var given = course.solution(module).resolve("src/given/java/count/Limits.java");
    Files.createDirectories(given.getParent());
    Files.writeString(given, "package count;\n\ninterface Limits {}\n");
    var mine = Files.createDirectories(course.learner(module).resolve("src/main/java/count"));
    Files.writeString(mine.resolve("Limits.java"), "package count;\n\nclass Limits {}\n");
    Files.writeString(mine.resolve("Mine.java"), "package count;\n\nclass Mine {}\n");
    SubmittedFiles.lay(course, module, course.learner(module), to());
    assertThat(Sources.of(to().resolve("src/main/java")).java())
        .extracting(file -> to().relativize(file).toString())
        .containsExactly(
            "src/given/java/count/Limits.java",
            "src/main/java/count/Count.java",
            "src/main/java/count/Mine.java");
  }
}
