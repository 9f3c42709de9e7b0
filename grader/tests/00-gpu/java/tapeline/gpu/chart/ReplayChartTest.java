package tapeline.gpu.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tapeline.gpu.Dim3;
import tapeline.gpu.emulator.execute.NthAccess;
import tapeline.gpu.emulator.fault.FaultKind;
import tapeline.gpu.emulator.fault.Finding;
import tapeline.gpu.emulator.replay.OrderedRun;
import tapeline.gpu.emulator.replay.RaceReplay;
import tapeline.gpu.emulator.replay.Touch;
import tapeline.gpu.ptx.Instruction;
import tapeline.gpu.ptx.KernelLine;
import tapeline.gpu.ptx.Opcode;

class ReplayChartTest {
  private static final Instruction ACCESS =
      new Instruction(0, Opcode.LD, List.of(), List.of(), null, List.of(), KernelLine.UNKNOWN, "");
  private static final Touch READ = touch(0, 9, "reads", "1");
  private static final Touch WRITE = touch(1, 7, "writes", "2");

  private static Touch touch(int warp, int line, String verb, String value) {
    return new Touch(
        new NthAccess(0, warp, -1, ACCESS, 1), 1, new KernelLine("/a/b.cu", line), verb, value);
  }

  private static RaceReplay replay(boolean differs) {
    var finding =
        new Finding(
            FaultKind.SHARED_RACE,
            "k",
            new KernelLine("/a/b.cu", 7),
            Dim3.of(1),
            Dim3.of(1),
            "",
            ACCESS);
    return new RaceReplay(
        finding,
        "no barrier",
        differs ? "" : "no other <order>",
        1,
        new OrderedRun("as written: y[0] = 1", List.of(READ, WRITE)),
        differs
            ? Optional.of(new OrderedRun("held: y[0] = 2", List.of(WRITE, READ)))
            : Optional.empty());
  }

  @Test
  void the_title_says_all_that_is_drawn() {
    assertThat(ReplayChart.of(replay(true)).title())
        .isEqualTo(
            "b.cu:7: race in shared memory; no barrier; as written: y[0] = 1:"
                + " warp 0 line 9: reads 1, warp 1 line 7: writes 2;"
                + " held: y[0] = 2: warp 1 line 7: writes 2, warp 0 line 9: reads 1");
  }

  @Test
  void accesses_stand_from_left_to_right_in_their_order() {
    var svg = ReplayChart.of(replay(true)).svg();
    var drawn = svg.substring(svg.indexOf("held: y[0] = 2</text>"));
    assertThat(place(drawn, "writes")).isLessThan(place(drawn, "reads"));
    var before = svg.substring(0, svg.indexOf("held: y[0] = 2</text>"));
    assertThat(place(before, "reads")).isLessThan(place(before, "writes"));
  }

  private static int place(String svg, String verb) {
    return Integer.parseInt(
        svg.replaceAll("(?s).*<rect class=\"" + verb + "\" x=\"(\\d+)\".*", "$1"));
  }

  @Test
  void where_no_order_differs_the_reason_is_drawn() {
    assertThat(ReplayChart.of(replay(false)).svg())
        .contains("no other &lt;order&gt;")
        .doesNotContain("held");
  }

  @Test
  void a_terminal_has_a_row_for_each_warp() {
    assertThat(replay(true).toString().lines())
        .containsExactly(
            "replay: as written: y[0] = 1; held: y[0] = 2",
            "  as written; no barrier",
            "    warp 0 | 9: reads 1",
            "    warp 1 |              7: writes 2",
            "  held",
            "    warp 0 |              9: reads 1",
            "    warp 1 | 7: writes 2");
  }
}
