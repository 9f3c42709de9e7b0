package tapeline.instructor.homework;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.grader.FixtureCourse;
import tapeline.grader.course.Course;
import tapeline.grader.need.Need;
import tapeline.grader.need.NeedCondition;
import tapeline.grader.need.Needs;
import tapeline.grader.run.Jvm;
import tapeline.grader.run.Modules;
import tapeline.grader.run.Workers;

/// The CUDA compiler in its cell, and what kernels may try on it.
@Tag("slow")
@Needs({Need.BUBBLEWRAP, Need.CUDA})
class KernelCellTest {
  private static final Course COURSE = Course.at(FixtureCourse.projectRoot());
  private static final String RIGHT = "extern \"C\" __global__ void one(float* y) { y[0] = 1; }\n";
  private static final Path CLANG = Path.of("/usr/bin/clang");
  private static final long LIMIT_MILLIS = 60_000;

  @AutoClose private static WorkFolder place;
  private static CellSetup site;

  @BeforeAll
  static void open() {
    try (var workers = new Workers(new Jvm(COURSE, 1))) {
      workers.testClassPath(COURSE, COURSE.module(1)); // compiles the toolkit
    }
    place = WorkFolder.of(COURSE);
    site = at(HostCompilers.here(place.kept()));
  }

  private static CellSetup at(HostCompilers compilers) {
    var runtime = SealedRuntime.on(place.kept());
    return new CellSetup(runtime, null, place.sandbox(), 77, compilers, place.data(COURSE), 1);
  }

  private static KernelCell.Answer compiled(String text) {
    return compiled(site, text, LIMIT_MILLIS);
  }

  private static KernelCell.Answer compiled(CellSetup in, String text, long limitMillis) {
    try (var cell = new KernelCell(in, new Modules(COURSE).given(), limitMillis)) {
      var answer = cell.compile("cuda/one.cu", text);
      NeedCondition.require(
          !(answer instanceof KernelCell.Untried u
              && in.equals(site)
              && u.why().contains("there is none")),
          Need.CUDA,
          "none is of use");
      return answer;
    }
  }

  private static KernelCell.Broken broken(String text, long limitMillis) {
    var answer = compiled(site, text, limitMillis);
    assertThat(answer).isInstanceOf(KernelCell.Broken.class);
    return (KernelCell.Broken) answer;
  }

  @Test
  void a_kernel_becomes_ptx_under_the_name_that_the_toolkit_looks_for() {
    var answer = (KernelCell.Compiled) compiled(RIGHT);
    assertThat(answer.file()).matches("one-[0-9a-f]{12}\\.ptx");
    assertThat(answer.ptx()).startsWith("// made from one.cu (sha-256 ").contains(".entry one(");
  }

  @Test
  void an_error_has_the_line_and_the_compilers_words() {
    var error =
        broken("\n\nextern \"C\" __global__ void one(float* y) { y[0] = foo; }\n", LIMIT_MILLIS);
    assertThat(error.line()).isEqualTo(3);
    assertThat(error.says()).startsWith("one.cu:3").contains("foo");
  }

  @Test
  void files_of_this_machine_are_not_there() throws IOException {
    var secret = Files.writeString(place.path().resolve("answers.h"), "int answers_42;\n");
    for (var file : List.of("/etc/passwd", "/proc/self/environ", secret.toString())) {
      var error = broken("#include \"" + file + "\"\n" + RIGHT, LIMIT_MILLIS);
      assertThat(error.says()).as("including %s", file).doesNotContain("root:", "answers_42");
      assertThat(error.says()).containsPattern("No such file|not found|cannot open");
    }
  }

  @Test
  void one_that_keeps_the_compiler_busy_is_ended_and_the_next_is_compiled() {
    var bomb =
        "#include \"one.cu\"\n".repeat(3)
            + "template <int N> struct T { static const int v = T<N-1>::v + T<N-2>::v; };\n";
    try (var cell = new KernelCell(site, new Modules(COURSE).given(), 3_000)) {
      assertThat(cell.compile("cuda/one.cu", RIGHT)).isInstanceOf(KernelCell.Compiled.class);
      var first = cell.compile("cuda/one.cu", bomb);
      assertThat(first).as("told, however it ended").isInstanceOf(KernelCell.Broken.class);
    }
    assertThat(compiled(RIGHT)).isInstanceOf(KernelCell.Compiled.class);
  }

  @Test
  void the_compiler_that_the_environment_chooses_is_taken() throws IOException {
    NeedCondition.require(Files.isExecutable(CLANG), Need.CUDA, "there is no clang");
    var environment = Map.of("PATH", "/usr/bin:/bin", "TAPELINE_CUDA", "clang");
    assertThat(ptx(environment)).as("what clang writes").contains(".version 7.0\n");
  }

  @Test
  void a_downloaded_compiler_is_looked_for_in_the_users_folder() throws IOException {
    var cache = place.path().resolve("cache");
    var folder = Files.createDirectories(cache.resolve("tapeline/compilers/nvrtc-12.9"));
    Files.writeString(folder.resolve("libnvrtc.so.12"), "no library");
    Files.writeString(folder.resolve("libnvrtc-builtins.so.12.9"), "no library");
    var environment = Map.of("TAPELINE_CUDA", "download-nvrtc", "XDG_CACHE_HOME", cache.toString());
    var answer = answer(environment);
    assertThat(answer).isInstanceOf(KernelCell.Untried.class);
    assertThat(((KernelCell.Untried) answer).why())
        .contains("downloaded NVRTC 12.9: ", "libnvrtc.so.12 cannot be loaded");
  }

  private static String ptx(Map<String, String> environment) throws IOException {
    var answer = answer(environment);
    assertThat(answer).isInstanceOf(KernelCell.Compiled.class);
    return ((KernelCell.Compiled) answer).ptx();
  }

  private static KernelCell.Answer answer(Map<String, String> environment) throws IOException {
    var kept = Files.createDirectories(place.path().resolve("kept-" + System.nanoTime()));
    return compiled(at(HostCompilers.here(kept, environment)), RIGHT, LIMIT_MILLIS);
  }

  @Test
  void where_no_compiler_is_found_that_is_said() {
    var bare = at(new HostCompilers(new TreeMap<>(), Map.of()));
    var answer = compiled(bare, RIGHT, LIMIT_MILLIS);
    assertThat(answer).isInstanceOf(KernelCell.Untried.class);
    assertThat(((KernelCell.Untried) answer).why())
        .contains("one.cu needs a CUDA compiler, as its text is new, and there is none");
  }
}
