package tapeline.gpu.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tapeline.gpu.Dim3;
import tapeline.gpu.emulator.fault.FaultKind;
import tapeline.gpu.emulator.fault.Finding;

/// Barriers of some warps of a block, or of some lanes of a warp, order these and no others: each
/// line of a table is a block.
class PartBarriersTest {
  private static final String FILE = "/part-barriers.txt";
  private static final String KERNEL =
      """
      .file 1 "parts.cu"
      .visible .entry k(.param .u64 x)
      {
        .reg .pred %p<4>; .reg .b32 %r<12>; .reg .b64 %rd<4>;
        .shared .align 4 .b8 s[128]; .shared .align 4 .u32 flag;
        ld.param.u64 %rd1, [x];
        mov.u32 %r1, %tid.x;
        shr.u32 %r2, %r1, 5;
        and.b32 %r5, %r1, 31;
        shl.b32 %r6, %r5, 2;
        mov.u32 %r4, s;
        add.s32 %r4, %r4, %r6;
        setp.eq.u32 %p1, %r2, 0;
        @%p1 st.shared.u32 [%r4], 0;
        setp.eq.u32 %p1, %r1, 0;
        @%p1 st.shared.u32 [flag], 0;
        bar.sync 0;
      WARPS
        ret;
      }
      """;
  private static final String ROUNDS =
      "mov.u32 %r8, 0; $R: $1 add.s32 %r8, %r8, 1; setp.lt.s32 %p2, %r8, 4; @%p2 bra $R;";

  static Stream<Arguments> blocks() {
    return Lab.rows(FILE)
        .filter(row -> !row.contains(" := "))
        .map(row -> row.split(" \\| ", 3))
        .map(c -> Arguments.of(c[0], c[1], List.of(c[2].split(" ?\\|\\| ?", -1))));
  }

  /// Returns a warp's instructions, one a line.
  private static String text(String warp) {
    var words =
        Lab.rows(FILE)
            .filter(row -> row.contains(" := "))
            .map(row -> row.split(" := "))
            .collect(Collectors.toMap(d -> d[0], d -> d[1]));
    return Pattern.compile("\\S+")
        .matcher(warp)
        .replaceAll(m ->
            m.group().matches("4x\\[|]|(sync|arrive)\\(.*")
                ? m.group()
                : Objects.requireNonNull(words.get(m.group()), m.group()).replace("$", "\\$"))
        .replaceAll("sync\\((\\d),(\\d)\\)", "bar.sync $1, WARPS$2;")
        .replaceAll("arrive\\((\\d),(\\d)\\)", "bar.arrive $1, WARPS$2;")
        .replace("WARPS2", "64")
        .replace("WARPS3", "96")
        .replace("WARPS4", "128")
        .replaceAll("4x\\[ (.*?) ]", ROUNDS.replace("$R", "\\$R"))
        .replaceAll("; *", ";\n");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("blocks")
  void warps_and_lanes_that_meet_are_in_order(String name, String found, List<String> warps) {
    var text = new StringBuilder();
    for (int warp = 0; warp < warps.size(); warp++) {
      text.append("setp.ne.u32 %%p1, %%r2, %1$d;\n@%%p1 bra $W%1$d;\n".formatted(warp))
          .append(text(warps.get(warp)).replaceAll("\\$([LRB])", "\\$$1" + warp))
          .append("\nret;\n$W%d:\n".formatted(warp));
    }
    String ptx = KERNEL.replace("WARPS", Lab.numbered(text.toString()));
    for (var engine : Engine.values()) {
      var gpu = new Emulator().engine(engine).mode(Mode.RACES).load(ptx);
      long x = gpu.filled("x", 4);
      var kinds =
          gpu.launch("k", Dim3.of(1), Dim3.of(32 * warps.size()), 0, x).findings().stream()
              .map(Finding::kind)
              .filter(kind -> kind != FaultKind.MIXED_BARRIERS) // each warp has its `bar.sync 0`
              .toList();
      switch (found) {
        case "right" -> assertThat(kinds).as(name).isEmpty();
        case "race" -> assertThat(kinds).as(name).contains(FaultKind.SHARED_RACE);
        case "warp race" -> assertThat(kinds).as(name).containsExactly(FaultKind.WARP_RACE);
        default -> throw new AssertionError("no such finding: " + found);
      }
    }
  }
}
