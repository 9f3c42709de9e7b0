package tapeline.instructor.gradebook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tapeline.instructor.homework.SubmissionFolder;

class HandedInTest {
  private static final Set<String> MODULES = Set.of("02-ask");

  private static final Ids NONE = new Ids(List.of());

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "ada, ada, ''",
    "ada.zip, ada, ''",
    "ada.tar.gz, ada, ''",
    "Ada Lovelace_4711_assignsubmission_file_, 4711, Ada Lovelace",
    "Ada Lovelace_4711_assignsubmission_file_work.zip, 4711, Ada Lovelace",
    "Ada Lovelace_4711_assignsubmission_onlinetext_, 4711, Ada Lovelace",
    "lovelaceada_4711_8822_homework.zip, 4711, lovelaceada",
    "lovelaceada_LATE_4711_8822_homework-1.zip, 4711, lovelaceada",
    "love_lace_ada_LATE_4711_8822_home_1_2_work.zip, 4711, love_lace_ada",
    "LATE_anon_Ab1cD_8822_homework.zip, anon_Ab1cD, ''",
    "anon_Ab1cD_text.html, anon_Ab1cD, ''",
    "ada_4711_8822_foo_99_assignsubmission_file_x.zip, 4711, ada",
    "Ada_4711_assignsubmission_file_x_LATE_12_3_y.zip, 4711, Ada",
  })
  void platforms_names_are_understood(String file, String id, String name) {
    assertThat(read(file, id).student()).isEqualTo(Student.called(id, name));
  }

  private static SubmissionNames.Read read(String file, String... roster) {
    return new SubmissionNames(List.of(file), new Ids(List.of(roster))).read(file);
  }

  @Test
  void what_is_of_one_student_comes_together_and_what_is_nobodys_is_listed() throws Exception {
    Files.createDirectory(folder.resolve("ada"));
    Files.createDirectory(folder.resolve("Ben_7_assignsubmission_file_"));
    Files.createDirectory(folder.resolve("Ben_7_assignsubmission_onlinetext_"));
    Files.createDirectory(folder.resolve("__MACOSX"));
    for (var file :
        List.of(
            "ada.zip",
            "c_LATE_9_1_a.zip",
            "c_LATE_9_2_b.pdf",
            "dan.7z",
            "Flo_8_assignsubmission_file_x_LATE_9_3_y.zip",
            "notes.txt")) {
      Files.writeString(folder.resolve(file), "");
    }
    Files.createSymbolicLink(folder.resolve("eve"), Path.of("/etc"));
    var notes = new ArrayList<String>();
    var all = HandedIn.in(folder, MODULES, NONE, notes);
    assertThat(all)
        .extracting(h -> h.student().id() + " " + h.paths().size())
        .containsExactly("7 2", "8 1", "9 1", "ada 2", "dan 1");
    assertThat(all)
        .extracting(HandedIn::markedLate)
        .containsExactly(false, false, true, false, false);
    assertThat(all.get(1).changed()).isNotNull();
    assertThat(all.get(2).changed()).as("Canvas's files have the time of the export").isNull();
    assertThat(notes)
        .containsExactlyInAnyOrder(
            "ignored: __MACOSX", "ignored: eve", "ignored: notes.txt", "ignored: c_LATE_9_2_b.pdf");
    Files.delete(folder.resolve("eve"));
  }

  @Test
  void nbgraders_and_github_classrooms_folders_are_understood() throws Exception {
    var handedIn = Files.createDirectories(folder.resolve("homework-3-submissions"));
    Files.createDirectories(handedIn.resolve("homework-3-ada/.git"));
    Files.createDirectories(handedIn.resolve("homework-3-ben"));
    Files.createDirectories(handedIn.resolve("cleo/homework-3"));
    Files.writeString(
        handedIn.resolve("cleo/homework-3/timestamp.txt"), "2026-12-01 12:00:00.250000 UTC\n");
    var all = HandedIn.in(handedIn, MODULES, NONE, new ArrayList<>());
    assertThat(all)
        .extracting(h -> h.student().id())
        .as("what is no repository keeps its name")
        .containsExactly("ada", "cleo", "homework-3-ben");
    assertThat(all.getFirst().changed()).as("files have the time of the clone").isNull();
    assertThat(all.get(1).changed()).isEqualTo("2026-12-01T12:00:00.25Z");
  }

  @Test
  void of_nbgraders_assignments_the_one_with_the_modules_says_when() throws Exception {
    var ada = folder.resolve("in/ada");
    Files.createDirectories(ada.resolve("homework-2/01-count"));
    Files.writeString(ada.resolve("homework-2/timestamp.txt"), "2026-11-01 12:00:00 UTC\n");
    Files.createDirectories(ada.resolve("homework-3/02-ask"));
    Files.writeString(ada.resolve("homework-3/timestamp.txt"), "2026-12-01 12:00:00 UTC\n");
    var ben = folder.resolve("in/ben");
    Files.createDirectories(ben.resolve("homework-4"));
    Files.writeString(ben.resolve("homework-4/timestamp.txt"), "2026-12-24 12:00:00 UTC\n");
    var file = ben.resolve("homework-3/02-ask/A.java");
    Files.createDirectories(file.getParent());
    Files.writeString(file, "");
    Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2026-12-02T12:00:00Z")));
    var all = HandedIn.in(folder.resolve("in"), MODULES, NONE, new ArrayList<>());
    assertThat(all)
        .extracting(HandedIn::changed)
        .containsExactly(
            Instant.parse("2026-12-01T12:00:00Z"), Instant.parse("2026-12-02T12:00:00Z"));
    assertThat(all).extracting(HandedIn::source).containsExactly("timestamp.txt", "files");
  }

  @Test
  void modules_in_two_of_nbgraders_assignments_are_refused_by_their_names() throws Exception {
    var ada = folder.resolve("in/ada");
    Files.createDirectories(ada.resolve("homework-2/02-ask"));
    Files.writeString(ada.resolve("homework-2/timestamp.txt"), "2026-11-01 12:00:00 UTC\n");
    Files.createDirectory(ada.resolve("homework-3"));
    try (var zip = new ZipOutputStream(Files.newOutputStream(ada.resolve("homework-3/a.zip")))) {
      zip.putNextEntry(new ZipEntry("02-ask/A.java"));
    }
    var one = HandedIn.in(folder.resolve("in"), MODULES, NONE, new ArrayList<>()).getFirst();
    assertThatThrownBy(() -> SubmissionFolder.find(one.paths(), folder.resolve("to"), MODULES))
        .hasMessage("02-ask lies in several places: homework-2, homework-3/a.zip");
  }

  @ParameterizedTest
  @CsvSource({
    "Ada Lovelace_4711_assignsubmission_file_,"
        + " Ada Lovelace_4711_assignsubmission_file_feedback.html",
    "lovelaceada_LATE_4711_8822_home_work.zip, lovelaceada_LATE_4711_8822_feedback.html",
    "anon_Ab1cD_8822_homework.zip, anon_Ab1cD_8822_feedback.html",
    "anon_Ab1cD_text.html, anon_Ab1cD_feedback.html",
    "ada.zip, ada.html"
  })
  void feedback_has_the_platforms_names(String handedIn, String name) {
    assertThat(read(handedIn, "4711").feedback()).isEqualTo(name);
  }

  /// Names as file systems, browsers and people write them, in a class with these ids; what they
  /// are taken for, and the line that says so.
  @ParameterizedTest
  @CsvSource({
    "eve_2026_11_28.zip, eve, eve_2026_11_28.zip is taken for eve's",
    "fay_2026-11-28_23.59.zip, fay, fay_2026-11-28_23.59.zip is taken for fay's",
    "ivy (1).zip, ivy, ivy (1).zip is taken for ivy's",
    "Gil.zip, gil, Gil.zip is taken for gil's",
    "007.zip, 7, 007.zip is taken for 7's",
    "'mu\u0308ller', 'm\u00fcller', ''",
    "'hal\u00a0smith.zip', hal smith, ''",
    "KIM.ZIP, KIM, ''", // two differ in case alone, and this is neither
    "Max.zip, Max, ''",
    "zoe_1234_56_78.zip, zoe_1234_56_78, ''",
    "smithsam_4711_8822_hw.zip, 4711, ''",
    "lee_2026_11_28.zip, 2026, ''",
  })
  void honest_names_are_taken_for_who_is_on_the_roster(String file, String id, String says)
      throws Exception {
    Files.createDirectories(folder.resolve(file + (file.contains(".") ? "" : "/hw")));
    var ids = "eve,fay,ivy,gil,7,m\u00fcller,hal smith,kim,Kim,max,Max,4711";
    var roster = new Ids(List.of((file.startsWith("lee") ? ids + ",2026" : ids).split(",")));
    var notes = new ArrayList<String>();
    assertThat(HandedIn.in(folder, MODULES, roster, notes))
        .extracting(h -> h.student().id())
        .containsExactly(id);
    assertThat(String.join("", notes)).isEqualTo(says);
  }

  @ParameterizedTest
  @CsvSource({
    "eve_2026_11_28.zip fay_2026_11_28.zip, eve_2026_11_28 fay_2026_11_28",
    "adaada_4711_8822_a.zip benben_4712_8823_a.zip, 4711 4712",
    "adaada_4711_8822_a.zip adaada_4711_8823_b.zip, 4711",
    "adaada_4711_8822_a.zip benben_4711_8823_a.zip, adaada_4711_8822_a benben_4711_8823_a",
    "adaada_4711_8822_a.zip ben.zip, adaada_4711_8822_a ben",
    "eve_2026_11_28.zip fay_2027_12_24.zip, eve_2026_11_28 fay_2027_12_24",
  })
  void a_form_that_few_names_have_is_not_canvass(String files, String ids) throws Exception {
    for (var file : List.of(files.split(" "))) {
      Files.createFile(folder.resolve(file));
    }
    assertThat(HandedIn.in(folder, MODULES, NONE, new ArrayList<>()))
        .extracting(h -> h.student().id())
        .containsExactly(ids.split(" "));
  }

  @Test
  void of_two_attachments_with_one_module_the_newer_counts() throws Exception {
    for (var file : List.of("a_7_99_hw.zip", "a_7_100_hw-1.zip", "b_8_101_hw.zip")) {
      try (var zip = new ZipOutputStream(Files.newOutputStream(folder.resolve(file)))) {
        zip.putNextEntry(new ZipEntry("02-ask/A.java"));
      }
    }
    Files.createFile(folder.resolve("a_7_102_notes.pdf"));
    var notes = new ArrayList<String>();
    var all = HandedIn.in(folder, MODULES, NONE, notes);
    assertThat(all.getFirst().paths()).containsExactly(folder.resolve("a_7_100_hw-1.zip"));
    assertThat(all.getFirst().feedbackName()).isEqualTo("a_7_100_feedback.html");
    assertThat(notes)
        .containsExactly(
            "ignored: a_7_99_hw.zip (a newer attachment has 02-ask)", "ignored: a_7_102_notes.pdf");
  }

  @ParameterizedTest
  @CsvSource({
    "'\uFEFF2026-11-27 08:00:00 UTC', 2026-11-27T08:00:00Z, ''",
    "2026-11-27 08:00:00.123456 +0100, 2026-11-27T07:00:00.123456Z, ''",
    "2026-11-27 08:00:00.123456 PST, 2026-11-27T16:00:00.123456Z, ''",
    "2026-11-27 08:00:00 IST, , 'the time of ada/hw1 counts by its files: timestamp.txt reads"
        + " 2026-12-01T12:00, perhaps with an offset such as +01:00, got 2026-11-27 08:00:00 IST'",
  })
  void nbgraders_time_counts_or_is_named(String text, Instant when, String says) throws Exception {
    var file = folder.resolve("ada/hw1/timestamp.txt");
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    var notes = new ArrayList<String>();
    var ada = HandedIn.in(folder, MODULES, NONE, notes).getFirst();
    assertThat(ada.source()).isEqualTo(when == null ? "files" : "timestamp.txt");
    assertThat(when == null ? null : ada.changed()).isEqualTo(when);
    assertThat(String.join("", notes)).isEqualTo(says);
  }
}
