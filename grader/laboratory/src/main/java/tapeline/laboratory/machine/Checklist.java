package tapeline.laboratory.machine;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tapeline.bench.BenchmarkResult;
import tapeline.bench.compare.Comparison;
import tapeline.bench.compare.SpeedVerdict;
import tapeline.instruments.machine.GpuDriver;
import tapeline.instruments.machine.SystemInfo;
import tapeline.toolkit.TextTable;

/// The conditions of a measurement that can be believed, looked at one by one. One that is not
/// known is said to be not known: it is no reason for comfort.
///
/// @param lines in the order in which they were looked at
public record Checklist(List<Line> lines) {
  private static final int ENOUGH_FORKS = 10;

  /// The outcome of a line.
  public enum State {
    OK,
    WARNING,
    NOT_KNOWN;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  /// A line.
  ///
  /// @param what was looked at
  /// @param reason in words
  public record Line(String what, State state, String reason) {}

  public Checklist {
    lines = List.copyOf(lines);
  }

  /// The lines of this list and then those of another.
  public Checklist and(Checklist other) {
    var all = new ArrayList<>(lines);
    all.addAll(other.lines);
    return new Checklist(all);
  }

  /// The lines in this state.
  public List<Line> in(State state) {
    return lines.stream().filter(l -> l.state() == state).toList();
  }

  /// Returns the checks of the machine, as far as a program can see its state.
  public static Checklist environment(SystemInfo machine, MachineState state) {
    int threads = machine.threads();
    double load = machine.load();
    var governor = machine.governor();
    int allowed = state.allowed().orElse(0);
    double free = (double) state.freeMemory() / machine.memory();
    var crowded =
        threads - load < 1 ? ": a measurement would wait in line" : ": end what can be ended";
    // spotless:off
    var lines = List.of(
        load < 0
            ? notKnown("other programs", "the system does not tell its load")
            : judged("other programs", load <= 0.5, "%.1f of %d processors were wanted in the last minute".formatted(load, threads), crowded),
        governor.isEmpty()
            ? notKnown("clock", "the system does not tell how it is governed")
            : judged("clock", governor.equals("performance"), "it is governed for \"%s\"".formatted(governor), ", and changes with the load"),
        judged("processors", threads >= 2, threads + " at once", ": whatever else runs takes its time from what is measured"),
        allowed == 0
            ? notKnown("pinned", "the system does not tell which processors are allowed")
            : judged("pinned", allowed < threads, "%d of %d processors are allowed".formatted(allowed, threads), ": the system may move the program between them; see taskset, and numactl where memory has several nodes"),
        judged("power", !state.onBattery(), state.onBattery() ? "the machine runs on its battery" : "no battery is in use", ", and saves power"),
        judged("memory", free > 0.1, "%.0f %% is free".formatted(100 * free), ": it may swap"));
    // spotless:on
    return new Checklist(lines).and(card(machine.gpus()));
  }

  /// Returns the line of the cards; none without one.
  private static Checklist card(String cards) {
    return new Checklist(
        cards.equals(GpuDriver.NONE)
            ? List.of()
            : List.of(
                notKnown(
                    "card",
                    cards
                        + ": the driver does not tell whether the clocks are locked; nvidia-smi -lgc"
                        + " MHZ,MHZ locks them, and -pl WATTS limits the power")));
  }

  /// Returns the checks of a measurement.
  public static Checklist of(BenchmarkResult result) {
    return new Checklist(
        List.of(
            warmUp(result.steady() ? 0 : 1, 1),
            judged(
                "spread",
                !result.isNoisy(),
                "the times' CV is %.1f %%".formatted(100 * result.sample().cv()),
                ", above %.0f %%: look for the reason, do not average it away"
                    .formatted(100 * BenchmarkResult.LARGEST_CV)),
            samples(result.sample().size())));
  }

  /// Returns the checks of a comparison of a program with itself. A `Duel` itself checks the
  /// results and refuses unequal conditions.
  public static Checklist of(Comparison equal) {
    int forks = equal.forks().size();
    return new Checklist(
        List.of(
            warmUp(equal.unsteadyForks(), forks),
            judged(
                "forks",
                forks >= ENOUGH_FORKS,
                forks + " JVMs",
                ", fewer than %d: a process shares its luck with all its runs"
                    .formatted(ENOUGH_FORKS)),
            judged(
                "A/A",
                equal.verdict() == SpeedVerdict.UNDECIDED,
                "the baseline beside itself: " + equal,
                ": equal code is called different, so nothing else is to be believed"),
            samples(equal.forks().stream().mapToInt(f -> f.a().size() + f.b().size()).sum())));
  }

  /// Reports whether the warm-up ended because the times were steady.
  private static Line warmUp(int unsteady, int of) {
    return judged(
        "warm-up",
        unsteady == 0,
        (unsteady == 0 ? "steady in %d of %d" : "not steady in %d of %d")
            .formatted(unsteady == 0 ? of : unsteady, of),
        ": of those no number should be believed");
  }

  /// Reports whether the single times are there.
  private static Line samples(int kept) {
    return judged(
        "raw samples", kept > 0, kept + " times are kept", ": without them no one can look again");
  }

  private static Line notKnown(String what, String reason) {
    return new Line(what, State.NOT_KNOWN, reason);
  }

  private static Line judged(String what, boolean ok, String fact, String consequence) {
    return new Line(what, ok ? State.OK : State.WARNING, ok ? fact : fact + consequence);
  }

  /// Returns the checklist as a table.
  public TextTable table() {
    var table = TextTable.of("what", "state", "because");
    for (var l : lines) {
      table.row(l.what(), l.state().toString(), l.reason());
    }
    return table;
  }
}
