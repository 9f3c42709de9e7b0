package tapeline.gpu.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import tapeline.gpu.Dim3;
import tapeline.gpu.emulator.fault.FaultKind;
import tapeline.gpu.emulator.fault.Finding;

/// Every planted mistake of a kernel is found, and named with its line, block and thread.
class KernelMistakesTest {
  private static final Pattern HEAD = Pattern.compile("(\\w+)\\.cu( in every mode)?");
  private static final Pattern LAUNCH =
      Pattern.compile("(\\w+)(?::(\\w+))? (\\d+)x(\\d+)(?:\\+(\\d+))? (.*)");
  private static final Pattern ARRAY =
      Pattern.compile("(\\w+):(\\d+)(?:/(\\d+))?(?:=([\\d,]+))?(!)?");

  /// A kernel in the table.
  ///
  /// @param label of its marked line
  /// @param words of what is found there; empty where nothing is
  /// @param none words that nothing of what is found has
  /// @param left the name of an array and its values after the launch, where those are given
  record Planted(
      String file,
      List<Mode> modes,
      String label,
      String kernel,
      int blocks,
      int threads,
      int shared,
      List<String> arguments,
      List<String> words,
      List<String> none,
      List<String> left) {

    static Planted of(String file, List<Mode> modes, String line) {
      var cells = List.of(line.split(" \\| "));
      var launch = LAUNCH.matcher(cells.getFirst());
      assertThat(launch.matches()).as(line).isTrue();
      return new Planted(
          file,
          modes,
          launch.group(1),
          launch.group(2) == null ? launch.group(1) : launch.group(2),
          Integer.parseInt(launch.group(3)),
          Integer.parseInt(launch.group(4)),
          launch.group(5) == null ? 0 : Integer.parseInt(launch.group(5)),
          List.of(launch.group(6).split(" ")),
          cells.stream().skip(1).filter(c -> !c.matches("[=!] .*")).toList(),
          behind("! ", cells),
          behind("= ", cells));
    }

    private static List<String> behind(String mark, List<String> cells) {
      return cells.stream().filter(c -> c.startsWith(mark)).map(c -> c.substring(2)).toList();
    }

    private void requireLeft(Emulator gpu, Object... passed) {
      for (var want : left) {
        String[] array = want.split(" ", -1);
        int i = 0;
        while (!arguments.get(i).startsWith(array[0] + ":")) {
          i++;
        }
        int[] values = Stream.of(array[1].split(",")).mapToInt(Integer::parseInt).toArray();
        assertThat(gpu.readInts((long) passed[i], values.length)).as(want).isEqualTo(values);
      }
    }

    List<Finding> findings(Engine engine, Mode mode) {
      var gpu = new Emulator().engine(engine).mode(mode).budget(100_000);
      gpu.load(Lab.text(file + ".ptx"));
      var passed = arguments.stream().map(a -> passed(gpu, a)).toArray();
      try {
        var report = gpu.launch(kernel, Dim3.of(blocks), Dim3.of(threads), shared, passed);
        requireLeft(gpu, passed);
        return report.findings();
      } catch (KernelFault fault) {
        return List.of(fault.finding());
      }
    }

    private static Object passed(Emulator gpu, String argument) {
      var array = ARRAY.matcher(argument);
      if (!array.matches()) {
        return argument.endsWith("L")
            ? (Object) Long.valueOf(argument.replace("L", ""))
            : Integer.valueOf(argument);
      }
      int n = Integer.parseInt(array.group(2));
      long at = gpu.allocate(array.group(1), 4L * n);
      int[] values =
          Stream.of(array.group(4) == null ? new String[] {"0"} : array.group(4).split(","))
              .mapToInt(Integer::parseInt)
              .toArray();
      int written = array.group(3) == null ? n : Integer.parseInt(array.group(3));
      gpu.write(at, IntStream.range(0, written).map(i -> values[i % values.length]).toArray());
      if (array.group(5) != null) {
        gpu.free(at);
      }
      return at;
    }

    @Override
    public String toString() {
      return label + " " + String.join(" ", arguments);
    }
  }

  static Stream<Planted> mistakes() {
    var all = new ArrayList<Planted>();
    var file = "";
    var modes = List.of(Mode.RACES);
    for (var line : Lab.rows("/kernels/mistakes.txt").toList()) {
      var head = HEAD.matcher(line);
      if (head.matches()) {
        file = head.group(1);
        modes = head.group(2) == null ? List.of(Mode.RACES) : Arrays.asList(Mode.values());
      } else {
        all.add(Planted.of(file, modes, line));
      }
    }
    return all.stream();
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  void a_planted_mistake_is_named_at_its_line(Planted planted) {
    for (var engine : Engine.values()) {
      for (var mode : planted.modes) {
        var findings = planted.findings(engine, mode);
        if (planted.words.isEmpty()) {
          assertThat(findings).as("%s, %s", engine, mode).isEmpty();
        } else {
          int line = Lab.bugLine(Lab.text(planted.file + ".cu"), planted.label);
          assertThat(findings)
              .as("%s, %s: one at line %d with all of %s", engine, mode, line, planted.words)
              .anyMatch(f ->
                  f.source().line() == line
                      && planted.words.stream().allMatch(f.toString()::contains))
              .noneMatch(f -> planted.none.stream().anyMatch(f.toString()::contains));
        }
      }
    }
  }

  @Test
  void prints_in_the_order_of_blocks_and_threads() {
    var gpu = new Emulator().load(Lab.text("faults.ptx"));
    long x = gpu.filled("x", 2);
    gpu.write(x, 1.5f, -2f);
    assertThat(gpu.launch("prints", Dim3.of(2), Dim3.of(32), 0, x, -1L).output().lines())
        .containsExactly(
            "block 0 thread  0: 1.500 0.5 text c ff 18446744073709551615 100%",
            "block 0 thread  1: -2.000 0.5 text c ff 18446744073709551615 100%",
            "block 1 thread  0: 1.500 0.5 text c ff 18446744073709551615 100%",
            "block 1 thread  1: -2.000 0.5 text c ff 18446744073709551615 100%");
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void the_kernels_own_line_is_on_top_of_the_stack_trace(Engine engine) {
    var gpu = new Emulator().engine(engine).load(Lab.text("faults.ptx"));
    long x = gpu.filled("x", 1000);
    var fault =
        catchThrowableOfType(
            KernelFault.class, () -> gpu.launch("no_bounds_check", Dim3.of(4), Dim3.of(256), 0, x));
    assertThat(fault.getStackTrace()[0])
        .as("an IDE shows the first line of a stack trace")
        .hasToString(
            "cuda.no_bounds_check(faults.cu:%d)"
                .formatted(Lab.bugLine(Lab.text("faults.cu"), "no_bounds_check")));
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void a_variable_begins_without_a_value(Engine engine) {
    String ptx =
        """
        .file 1 "sum.cu"
        .visible .entry sum(.param .u64 x, .param .u64 y)
        {
          .reg .pred %p<2>; .reg .b32 %r<3>; .reg .f32 %f<3>; .reg .b64 %rd<5>;
          ld.param.u64 %rd1, [x];
          ld.param.u64 %rd2, [y];
          mov.u32 %r1, %tid.x;
          mul.wide.u32 %rd3, %r1, 4;
          add.s64 %rd1, %rd1, %rd3;
          add.s64 %rd2, %rd2, %rd3;
          .loc 1 4 3
          setp.lt.u32 %p1, %r1, 20;
          @%p1 mov.f32 %f2, 0f00000000;
          .loc 1 5 3
          ld.global.f32 %f1, [%rd1];
          add.f32 %f2, %f2, %f1;
          st.global.f32 [%rd2], %f2;
          ret;
        }
        """;
    var gpu = new Emulator().engine(engine).mode(Mode.RACES).load(ptx);
    var found =
        gpu.launch("sum", Dim3.of(1), Dim3.of(32), 0, gpu.filled("x", 32), gpu.filled("y", 32))
            .findings();
    assertThat(found).as("only threads below 20 give the sum a value").hasSize(1);
    assertThat(found.getFirst().kind()).isEqualTo(FaultKind.UNDEFINED_VARIABLE);
    assertThat(found.getFirst().source()).hasToString("sum.cu:5");
    assertThat(found.getFirst().thread()).isEqualTo(new Dim3(20, 0, 0));
  }

  @ParameterizedTest
  @CsvSource({
    "4, 4, 3, 0", // the array ends in the last lane
    "4, 3, 3, 0",
    "3, 3, 3, 0",
    "4, 4, 0, 1", // no lane gives the last part a value
    "0, 0, 0, 1",
    "3, 4, 4, 1", // a gap is no end
  })
  void a_vector_may_have_padding_where_an_array_ends(int second, int third, int fourth, int found) {
    String ptx =
        """
        .visible .entry k(.param .u64 y)
        {
          .reg .pred %%p<4>; .reg .b32 %%r<6>; .reg .b64 %%rd<3>;
          ld.param.u64 %%rd1, [y];
          mov.u32 %%r1, %%tid.x;
          mul.wide.u32 %%rd2, %%r1, 16;
          add.s64 %%rd1, %%rd1, %%rd2;
          setp.lt.u32 %%p1, %%r1, %d;
          setp.lt.u32 %%p2, %%r1, %d;
          setp.lt.u32 %%p3, %%r1, %d;
          mov.u32 %%r2, 1;
          @%%p1 mov.u32 %%r3, 2;
          @%%p2 mov.u32 %%r4, 3;
          @%%p3 mov.u32 %%r5, 4;
          st.global.v4.u32 [%%rd1], {%%r2, %%r3, %%r4, %%r5};
          ret;
        }
        """
            .formatted(second, third, fourth);
    for (var engine : Engine.values()) {
      var gpu = new Emulator().engine(engine).mode(Mode.RACES).load(ptx);
      var findings = gpu.launch("k", Dim3.of(1), Dim3.of(4), 0, gpu.filled("y", 16)).findings();
      assertThat(findings).as("%s", engine).hasSize(found);
    }
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void where_a_value_was_missed_is_of_the_launch_itself(Engine engine) {
    String ptx =
        """
        .file 1 "sum.cu"
        .visible .entry sum(.param .u64 y, .param .u32 adds)
        {
          .reg .pred %p<2>; .reg .b32 %r<4>; .reg .b64 %rd<2>;
          ld.param.u64 %rd1, [y];
          ld.param.u32 %r1, [adds];
          setp.ne.u32 %p1, %r1, 0;
          .loc 1 4 3
          @%p1 add.u32 %r2, %r2, 1;
          .loc 1 5 3
          st.global.u32 [%rd1], %r2;
          ret;
        }
        """;
    var lines = new ArrayList<String>();
    for (int adds : new int[] {1, 0}) { // another device, and the same code
      var gpu = new Emulator().engine(engine).mode(Mode.RACES).load(ptx);
      var found = gpu.launch("sum", Dim3.of(1), Dim3.of(1), 0, gpu.filled("y", 1), adds).findings();
      lines.add(found.getFirst().source().toString());
    }
    assertThat(lines).containsExactly("sum.cu:4", "sum.cu:5");
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void a_fault_in_a_header_is_shown_where_the_kernel_called_it(Engine engine) {
    String ptx =
        """
        .func header(.param .b64 at)
        {
          .reg .b32 %r<2>; .reg .b64 %rd<2>;
          .loc 2 440 1
          ld.param.u64 %rd1, [at];
          st.global.u32 [%rd1], 7;
          ret;
        }
        .visible .entry k(.param .u64 x)
        {
          .reg .b64 %rd<2>;
          .loc 1 12 1
          ld.param.u64 %rd1, [x];
          .loc 1 13 1
          {
            .param .b64 param0;
            st.param.b64 [param0], %rd1;
            call.uni header, (param0);
          }
          .loc 1 14 1
          ret;
        }
        .file 1 "k.cu"
        .file 2 "intrinsics.hpp"
        """;
    var gpu = new Emulator().engine(engine).mode(Mode.RACES).load(ptx);
    try {
      gpu.launch("k", Dim3.of(1), Dim3.of(1), 0, 0L);
      throw new AssertionError("a null pointer is no address");
    } catch (KernelFault fault) {
      assertThat(fault.finding().source()).hasToString("k.cu:13");
    }
  }

  /// Loads 8 bytes of which 4 were written, from `at` on: those behind them may be a gap.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0 | cvt.u32.u64 %r1, %rd2; | 0
          0 | cvt.s32.s64 %r1, %rd2; | 0
          0 | cvt.rn.f32.s64 %r1, %rd2; | 1
          0 | cvt.rn.f32.f64 %r1, %rd2; | 1
          0 | mov.b64 {%r1, %r2}, %rd2; add.u32 %r1, %r1, 1; | 0
          0 | mov.b64 {%r1, %r2}, %rd2; add.u32 %r1, %r2, 1; | 1
          0 | mov.b64 {%r1, %r2}, %rd2; shfl.sync.idx.b32 %r1, %r2, 0, 31, 1; | 0
          0 | mov.b64 {%r1, %r2}, %rd2; shfl.sync.idx.b32 %r1, %r2, 0, 31, 1; add.u32 %r1, %r1, 1; | 1
          0 | mov.b64 {%r1, %r2}, %rd2; mov.b64 %rd3, {%r1, %r2}; cvt.u32.u64 %r1, %rd3; | 0
          0 | mov.b64 {%r1, %r2}, %rd2; mov.b64 %rd3, {%r2, %r1}; cvt.u32.u64 %r1, %rd3; | 1
          0 | setp.eq.u64 %p1, %rd1, 0; selp.b64 %rd3, %rd1, %rd2, %p1; st.global.u64 [%rd1], %rd3; | 0
          0 | setp.eq.u64 %p1, %rd1, 0; selp.b64 %rd3, %rd1, %rd2, %p1; add.u64 %rd3, %rd3, 1; | 1
          0 | st.global.u64 [%rd1], %rd2; | 0
          4 | st.global.u64 [%rd1], %rd2; | 1
          """)
  void a_gap_is_computed_with_where_a_result_of_it_is(int at, String then, int found) {
    String ptx =
        """
        .visible .entry k(.param .u64 x)
        {
          .reg .pred %p<2>; .reg .b32 %r<3>; .reg .b64 %rd<4>;
          ld.param.u64 %rd1, [x];
          ld.global.b64 %rd2, [%rd1];
          THEN
          st.global.u32 [%rd1], %r1;
          ret;
        }
        """;
    for (var engine : Engine.values()) {
      var gpu = new Emulator().engine(engine).mode(Mode.RACES).load(ptx.replace("THEN", then));
      long x = gpu.allocate("x", 8);
      gpu.write(x + at, 1);
      assertThat(gpu.launch("k", Dim3.of(1), Dim3.of(1), 0, x).findings())
          .filteredOn(f -> f.kind() == FaultKind.UNINITIALISED)
          .as("%s", engine)
          .hasSize(found);
    }
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void a_gap_in_a_struct_may_be_read_along(Engine engine) {
    String ptx =
        """
        .visible .entry k(.param .u64 y)
        {
          .reg .b32 %r<6>; .reg .b64 %rd<2>;
          .local .align 16 .b8 pair[16];
          ld.param.u64 %rd1, [y];
          mov.u32 %r1, 1;
          st.local.v2.u32 [pair], {%r1, %r1};
          st.local.u32 [pair+8], %r1;
          ld.local.v4.u32 {%r1, %r2, %r3, %r4}, [pair];
          st.global.u32 [%rd1], %rLAST;
          ret;
        }
        """;
    for (int last = 3; last <= 4; last++) {
      var gpu = new Emulator().engine(engine).mode(Mode.RACES);
      long y = gpu.load(ptx.replace("LAST", "" + last)).allocate("y", 4);
      assertThat(gpu.launch("k", Dim3.of(1), Dim3.of(1), 0, y).findings())
          .as("only the fourth word has no value, and only in the second kernel is it used")
          .hasSize(last - 3);
    }
  }
}
