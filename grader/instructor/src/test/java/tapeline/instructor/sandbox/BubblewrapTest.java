package tapeline.instructor.sandbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.grader.need.Need;
import tapeline.grader.need.Needs;

@Needs(Need.BUBBLEWRAP)
class BubblewrapTest {
  private static final Path JDK = Path.of(System.getProperty("java.home"));
  private static final Limits LIMITS = new Limits(20, 4L << 30, 128, 8 << 20, 16 << 20, 256);

  @TempDir Path folder;
  private final int user = Bubblewrap.drawUser(); // no other user's threads count
  private Bubblewrap sandbox;

  @BeforeEach
  void sandbox() {
    try {
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
      sandbox = Bubblewrap.in(folder.resolve("sandbox"));
    } catch (Bubblewrap.Unavailable | IOException e) {
      throw new AssertionError(e);
    }
  }

  private record Ended(int code, String said) {}

  /// The probe, its class where everybody may read it.
  private Cell cell(String... arguments) {
    var name = Probe.class.getName().replace('.', '/') + ".class";
    var copy = folder.resolve("classes").resolve(name);
    try (var in = Probe.class.getClassLoader().getResourceAsStream(name)) {
      Files.createDirectories(copy.getParent());
      Files.copy(in, copy, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    var command =
        new ArrayList<>(
            List.of("java", "-Xmx64m", "-XX:+UseSerialGC", "-Xshare:auto", "-cp", "/classes"));
    command.add(Probe.class.getName());
    command.addAll(List.of(arguments));
    return Cell.of(JDK, command.toArray(String[]::new))
        .reads(folder.resolve("classes"), "/classes");
  }

  private Ended run(Cell cell) throws Exception {
    return run(cell, LIMITS);
  }

  private Ended run(Cell cell, Limits limits) throws Exception {
    var process = sandbox.process(cell, limits, user).redirectErrorStream(true).start();
    process.getOutputStream().close();
    var said = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("ends").isTrue();
    return new Ended(process.exitValue(), said);
  }

  @Test
  void a_program_of_its_folders_runs() throws Exception {
    assertThat(run(cell("hello"))).isEqualTo(new Ended(0, "hello from Java 25"));
  }

  @Test
  void threads_start_and_processes_do_not() throws Exception {
    assertThat(run(cell("threads"))).isEqualTo(new Ended(0, "42"));
    assertThat(run(cell("process")).said()).contains("IOException").doesNotContain("openjdk");
  }

  @Test
  void a_compiler_may_start_what_it_is_shown_and_no_namespaces() throws Exception {
    var programs = Path.of("/usr/bin");
    var cell = cell("run", "/usr/bin/env").reads(programs, "/usr/bin");
    assertThat(run(cell.startsPrograms(Map.of("MINE", "yes"))).said())
        .startsWith("0: ")
        .contains("MINE=yes")
        .doesNotContain("HOME=");
    assertThat(run(cell).said()).as("without being allowed to").contains("IOException");
    int clone = System.getProperty("os.arch").equals("aarch64") ? 220 : 56;
    var asked =
        "print syscall(%d, 0x10000011, 0, 0, 0, 0) == -1 ? $! : 'made one';".formatted(clone);
    for (var escape :
        List.of(
            List.of("run", "/usr/bin/unshare", "-U", "/usr/bin/env"),
            List.of("run", "/usr/bin/perl", "-e", asked))) {
      var inside = cell(escape.toArray(String[]::new)).reads(programs, "/usr/bin");
      assertThat(run(inside.startsPrograms(Map.of())).said())
          .as("%s: a namespace within the namespace", escape)
          .contains("Operation not permitted")
          .doesNotContain("made one");
    }
  }

  @Test
  void there_is_no_network_not_even_to_this_machine() throws Exception {
    try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThat(run(cell("network", "" + server.getLocalPort())).said())
          .contains("Exception")
          .doesNotContain("connected");
    }
  }

  @Test
  void files_are_those_that_were_given() throws Exception {
    var given = Files.createDirectory(folder.resolve("given"));
    Files.writeString(given.resolve("open.txt"), "for all");
    Files.setPosixFilePermissions(given, PosixFilePermissions.fromString("rwxr-xr-x"));
    var secret = Files.writeString(folder.resolve("secret.txt"), "the answers");
    assertThat(run(cell("read", "/given/open.txt").reads(given, "/given")).said())
        .isEqualTo("for all");
    for (var path : List.of(secret.toString(), "/etc/passwd", "/root/.profile")) {
      assertThat(run(cell("read", path)).said()).as(path).contains("NoSuchFileException");
    }
  }

  @Test
  void what_may_be_read_may_not_be_written() throws Exception {
    var given = Files.createDirectory(folder.resolve("given"));
    Files.setPosixFilePermissions(given, PosixFilePermissions.fromString("rwxrwxrwx"));
    var reads = cell("write", "/given/x").reads(given, "/given");
    assertThat(run(reads).said()).contains("FileSystemException");
    assertThat(given.resolve("x")).doesNotExist();
    assertThat(run(cell("write", "/given/x").writes(given, "/given")).said()).isEqualTo("/given/x");
    assertThat(given.resolve("x")).hasContent("mine");
  }

  @Test
  void neither_other_processes_nor_the_environment_can_be_seen() throws Exception {
    assertThat(run(cell("processes")).said()).isEqualTo("false");
    assertThat(run(cell("environment")).said())
        .as("the names in the environment: nothing of the one outside")
        .isEqualTo("[LC_ALL, LD_LIBRARY_PATH, PWD]");
  }

  @Test
  void a_full_tmp_is_the_programs_own_trouble() throws Exception {
    assertThat(run(cell("fill", "/tmp")).said()).contains("No space left on device");
  }

  @Test
  void processor_time_is_limited() throws Exception {
    var limits = new Limits(2, 4L << 30, 128, 8 << 20, 16 << 20, 256);
    assertThat(run(cell("spin"), limits).code()).as("ended by a signal").isGreaterThan(128);
  }

  @Test
  void threads_are_limited() throws Exception {
    var limits = new Limits(20, 4L << 30, 60, 8 << 20, 16 << 20, 256);
    assertThat(run(cell("many", "100"), limits).said()).contains("stopped: unable to create");
    assertThat(run(cell("many", "100")).said()).as("with room for 128").isEqualTo("started all");
  }

  @Test
  void the_threads_that_a_user_has_already_take_none_of_a_cells() {
    var line = sandbox.process(cell("hello"), LIMITS, user, false).command();
    int most = Integer.parseInt(line.get(3).substring("--nproc=".length()));
    assertThat(most).as("128 and those of this test").isGreaterThan(130);
  }

  @Test
  void the_folder_of_its_files_may_have_an_apostrophe() throws Exception {
    sandbox = Bubblewrap.in(folder.resolve("ada's"));
    assertThat(run(cell("hello"))).isEqualTo(new Ended(0, "hello from Java 25"));
  }

  /// Two gradings on one machine share the folder of what is kept.
  @Test
  void a_second_one_in_a_folder_leaves_whole_files_to_the_cells_of_the_first() throws Exception {
    var shared = folder.resolve("sandbox");
    var filter = shared.resolve("calls.bpf");
    var before = Files.readAttributes(filter, BasicFileAttributes.class).fileKey();
    Bubblewrap.in(shared);
    assertThat(Files.readAttributes(filter, BasicFileAttributes.class).fileKey())
        .as("a new file in its place, and not the old one written again")
        .isNotEqualTo(before);
  }

  @Test
  void a_folder_that_cells_cannot_read_is_told_before_one_is_started() throws Exception {
    var closed = Files.createDirectory(folder.resolve("closed"));
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwx------"));
    assumeTrue(System.getProperty("user.name").equals("root"), "cells have the user's rights");
    assertThatThrownBy(() -> Bubblewrap.in(closed))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("bwrap works here, and no Java in a cell: ");
  }

  @Test
  void a_folder_in_a_cell_has_a_plain_name() {
    assertThatThrownBy(() -> cell("hello").reads(folder, "../etc"))
        .hasMessage("a folder's name in there is like /classes, got ../etc");
    assertThatThrownBy(() -> cell("hello").reads(folder, "/a/../etc"))
        .hasMessageContaining("got /a/../etc");
  }

  @Test
  void a_device_is_there_for_who_asks_for_it() throws Exception {
    var cell = cell("device", "/dev/zero");
    assertThat(run(cell).said()).contains("NoSuchFileException: /dev/zero");
    var zero = List.of(Path.of("/dev/zero"));
    var asking = cell.uses(zero).reads(folder.resolve("classes"), "/classes");
    assertThat(run(asking)).isEqualTo(new Ended(0, "0"));
    assertThatThrownBy(() -> cell.uses(List.of(folder)))
        .hasMessage("a device lies in /dev, got [%s]", folder);
  }

  @Test
  void a_limit_is_at_least_one() {
    assertThatThrownBy(() -> new Limits(0, 1, 1, 1, 1, 1)).hasMessageContaining("got 0 s");
  }
}
