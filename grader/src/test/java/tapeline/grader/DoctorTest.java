package tapeline.grader;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tapeline.grader.need.Need;
import tapeline.grader.need.Needs;
import tapeline.grader.run.ChildJvm;
import tapeline.grader.run.Classes;

/// The things that a machine lacks, and the command that installs each.
class DoctorTest {
  @TempDir private Path commands;
  @TempDir private Path fonts;

  private void have(String command) throws IOException {
    assertThat(Files.createFile(commands.resolve(command)).toFile().setExecutable(true)).isTrue();
  }

  private String said(Path fonts) {
    return said(commands.toString(), "Linux", fonts);
  }

  private String said(String search, String system, Path fonts) {
    var said = new ByteArrayOutputStream();
    try (var out = new PrintStream(said, true, UTF_8)) {
      well = new Doctor(out, search, system, List.of(fonts)).run();
    }
    return said.toString(UTF_8);
  }

  private boolean well;

  @Test
  void names_what_is_missing_and_the_command_that_installs_it() throws IOException {
    have("git");
    have("apt-get");
    assertThat(said(fonts))
        .contains("+ git              " + commands.resolve("git"))
        .contains("- Maven            needed\n      sudo apt-get install maven\n")
        .contains(
            "- Jupyter          for the notebooks\n      sudo apt-get install jupyter-notebook\n")
        .contains("JDK 25", "memory");
    assertThat(well).as("nothing goes without Maven").isFalse();
  }

  @Test
  void a_folder_may_stand_in_quotes_on_windows_and_what_is_none_is_passed_over()
      throws IOException {
    have("git.exe");
    var path = String.join(File.pathSeparator, "no\0folder", " ", "\"" + commands + "\"");
    assertThat(said(path, "Windows 11", fonts)).contains("+ git ");
  }

  @Test
  @Needs(Need.CUDA)
  void apples_clang_is_no_compiler_of_cuda() {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/clang")), "no clang that could be found");
    assertThat(said("/usr/bin", "Linux", fonts)).contains("+ a CUDA compiler");
    assertThat(said("/usr/bin", "Mac OS X", fonts)).contains("- a CUDA compiler");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void a_bubblewrap_that_the_system_forbids_is_of_no_use() throws Exception {
    have("bwrap");
    Files.writeString(commands.resolve("bwrap"), "#!/bin/sh\necho not permitted; exit 1\n");
    var builder =
        ChildJvm.of(List.of(), Classes.OWN_PATH, GraderMain.class.getName(), List.of("-Ddoctor"))
            .directory(FixtureCourse.projectRoot().toFile())
            .redirectErrorStream(true);
    builder.environment().put("PATH", commands.toString());
    var process = builder.start();
    assertThat(new String(process.getInputStream().readAllBytes(), UTF_8))
        .contains(
            "- bubblewrap       bwrap may not make namespaces here: not permitted\n      a cont");
  }

  @Test
  void a_folder_with_a_font_is_named_and_one_without_is_none() throws IOException {
    have("apt-get");
    Files.createFile(fonts.resolve("README"));
    assertThat(said(fonts))
        .contains(
            """
            - fonts            for charts
                  sudo apt-get install fontconfig fonts-dejavu-core
            """);
    Files.createFile(Files.createDirectory(fonts.resolve("dejavu")).resolve("Sans.ttf"));
    assertThat(said(fonts)).contains("+ fonts            " + fonts + "\n");
  }
}
