package tapeline.launch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// The script `tapeline` in a folder with blanks, with a Maven that only shows what it is asked.
@DisabledOnOs(OS.WINDOWS)
class LauncherTest {
  private static final String MAVEN =
      """
      #!/bin/sh
      echo "in $PWD"
      for a; do echo "[$a]"; done
      exit 7
      """;

  /// The line that is there at once: Maven is quiet while it builds.
  private static final String GRADER = "preparing the grader …\n";

  private static final String KERNEL =
      "preparing the notebooks' kernel: the first time takes about a minute …\n";

  @TempDir Path folder;
  private Path course = Path.of("");
  private String path = "";

  /// The exit code and the output of a run.
  private record Result(int code, String output) {}

  @BeforeEach
  void a_course_and_a_maven() throws IOException {
    course = Files.createDirectories(folder.toRealPath().resolve("my course"));
    Files.copy(Path.of("../../tapeline"), course.resolve("tapeline"));
    Files.createFile(Files.createDirectory(course.resolve("grader")).resolve("pom.xml"));
    var maven = Files.createDirectories(folder.resolve("bin")).resolve("mvn");
    Files.writeString(maven, MAVEN);
    assertThat(maven.toFile().setExecutable(true)).isTrue();
    path = maven.getParent() + File.pathSeparator + "/usr/bin" + File.pathSeparator + "/bin";
  }

  private Result tapeline(String... words) throws IOException, InterruptedException {
    return tapelineAt(course.resolve("tapeline").toString(), words);
  }

  private Result tapelineAt(String script, String... words)
      throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of("/bin/sh", script));
    command.addAll(List.of(words));
    var builder = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
    builder.environment().put("PATH", path);
    builder.environment().put("CDPATH", folder.resolve("elsewhere").toString());
    var process = builder.start();
    var output = new String(process.getInputStream().readAllBytes(), UTF_8);
    return new Result(process.waitFor(), output);
  }

  private void asksMaven(String arguments, String... words)
      throws IOException, InterruptedException {
    var kernel = words[0].equals("notebook");
    var expected = new StringBuilder(kernel ? KERNEL : GRADER).append("in " + course + "\n");
    for (var a : arguments.split(" ", -1)) {
      expected.append('[').append(a).append("]\n");
    }
    assertThat(tapeline(words))
        .as("tapeline " + String.join(" ", words))
        .isEqualTo(new Result(7, expected.toString()));
  }

  @Test
  void each_word_is_one_maven_command_in_the_courses_folder()
      throws IOException, InterruptedException {
    asksMaven("-pl grader test", "grade");
    asksMaven("-pl grader test -Dmodule=1,3", "grade", "1,3");
    asksMaven("-pl grader test -Dmodule=03.2 -Dwatch", "watch", "03.2");
    asksMaven("-pl grader test -Dhint=03.2", "hint", "03.2");
    asksMaven("-pl grader test -Dreset=03.2", "reset", "03.2");
    asksMaven("-pl grader test -Dprogress", "progress");
    asksMaven("-pl notebooks/kernel -am compile -Dnotebook", "notebook");
    asksMaven("-pl notebooks/kernel -am compile -Dnotebook=register", "notebook", "register");
  }

  @Test
  void options_are_handed_on_whole() throws IOException, InterruptedException {
    asksMaven("-pl grader test -Dmodule=03 -Dstack=mine -o", "grade", "03", "-Dstack=mine", "-o");
    asksMaven("-pl grader test -Dreference", "grade", "-Dreference");
    assertThat(tapeline("notebook", "-Djupyter=--no-browser --port=9999").output())
        .contains("[-Djupyter=--no-browser --port=9999]");
  }

  @Test
  void its_folder_is_found_by_a_link_and_whatever_cdpath_says()
      throws IOException, InterruptedException {
    var script = course.resolve("tapeline");
    var bin = folder.resolve("bin");
    Files.createSymbolicLink(bin.resolve("absolute"), script);
    Files.createSymbolicLink(bin.resolve("relative"), Path.of("../my course/tapeline"));
    Files.createSymbolicLink(bin.resolve("of a link"), Path.of("relative"));
    Files.createDirectories(folder.resolve("elsewhere/my course"));
    var expected = tapeline("grade");
    assertThat(expected.output()).startsWith(GRADER + "in " + course + "\n");
    for (var name :
        List.of("bin/absolute", "bin/relative", "bin/of a link", "my course/tapeline")) {
      assertThat(tapelineAt(name, "grade")).as(name).isEqualTo(expected);
    }
  }

  @Test
  void a_copy_elsewhere_is_refused_with_its_folder() throws IOException, InterruptedException {
    var copy = folder.toRealPath().resolve("bin/tapeline");
    Files.copy(course.resolve("tapeline"), copy);
    assertThat(tapelineAt(copy.toString(), "grade"))
        .isEqualTo(
            new Result(
                1,
                "tapeline is to stand in the course's folder, and %s is none\n"
                    .formatted(copy.getParent())));
  }

  @Test
  void no_word_is_a_call_for_help() throws IOException, InterruptedException {
    var help = tapeline();
    assertThat(help.code()).isZero();
    assertThat(help.output()).contains("grade", "watch", "hint", "reset", "progress", "notebook");
    assertThat(tapeline("help")).isEqualTo(help);
    assertThat(tapeline("--help")).isEqualTo(help);
  }

  /// The words of each wrong call are in the grader's ShellCommandTest.
  @Test
  void a_wrong_call_ends_with_2() throws IOException, InterruptedException {
    assertThat(tapeline("sing").code()).isEqualTo(2);
    assertThat(tapeline("reset", "-o").code()).isEqualTo(2);
  }

  @Test
  void a_missing_maven_is_one_sentence() throws IOException, InterruptedException {
    path = Files.createDirectories(folder.resolve("empty")).toString();
    var result = tapeline("grade");
    assertThat(result.code()).isEqualTo(1);
    assertThat(result.output()).startsWith("Tapeline needs Maven 3.8 or later").hasLineCount(1);
  }
}
