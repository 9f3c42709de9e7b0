package tapeline.gpu.program;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import tapeline.gpu.PeakRates;
import tapeline.gpu.emulator.LaunchReport;
import tapeline.gpu.emulator.LineReport;
import tapeline.gpu.emulator.fault.Finding;
import tapeline.gpu.emulator.replay.RaceReplay;
import tapeline.gpu.emulator.watch.InstructionCount;
import tapeline.gpu.ptx.Instruction;
import tapeline.gpu.ptx.KernelLine;

/// The launches of a program together: what each kernel did, and each mistake once.
final class RunReport {
  private final Map<String, KernelCounts> kernels = new LinkedHashMap<>();
  private final Map<String, Mistake> mistakes = new LinkedHashMap<>();
  private final Map<String, RaceReplay> replays = new LinkedHashMap<>(); // by key of the mistake
  private final Set<String> launched = new LinkedHashSet<>();
  private int launches;
  private int repeated;
  private int blasCalls;
  private long largestSampled; // blocks of a grid
  private boolean faulted;

  /// All launches of one kernel.
  private static final class KernelCounts {
    final LaunchReport first;
    final Map<Instruction, InstructionCount> counts = new LinkedHashMap<>();
    int launches;

    KernelCounts(LaunchReport first) {
      this.first = first;
    }

    void add(LaunchReport report) {
      launches++;
      for (var count : report.instructions()) {
        counts.merge(count.instruction(), count, InstructionCount::plus);
      }
    }

    LaunchReport all() {
      return new LaunchReport(
          first.kernel(),
          first.grid(),
          first.block(),
          new ArrayList<>(counts.values()),
          List.of(),
          List.of(),
          "");
    }
  }

  /// The mistakes of this launch that no earlier one had.
  List<String> add(LaunchReport report) {
    launched(report.kernel());
    kernels.computeIfAbsent(report.kernel(), _ -> new KernelCounts(report)).add(report);
    for (var replay : report.replays()) {
      replays.putIfAbsent(Mistake.of(replay.finding()).key(), replay);
    }
    return report.findings().stream()
        .map(Mistake::of)
        .filter(this::mistake)
        .map(m ->
            replays.containsKey(m.key()) ? m.message() + "\n" + replays.get(m.key()) : m.message())
        .toList();
  }

  /// Notes that the last launch was not computed, as an earlier one has left the same.
  void repeated() {
    repeated++;
  }

  /// Notes a launch of so many blocks of which some were not looked at.
  void sampled(long blocks) {
    largestSampled = Math.max(largestSampled, blocks);
  }

  /// A card has run it, and says no more.
  void launched(String kernel) {
    launches++;
    launched.add(kernel);
  }

  /// Notes a call of cuBLAS that was computed.
  void blasCalled() {
    blasCalls++;
  }

  /// A fault ended a launch.
  void fault(String kernel, Finding finding) {
    launched(kernel);
    faulted = true;
    mistake(Mistake.of(finding));
  }

  /// Returns whether a fault ended a launch.
  boolean faulted() {
    return faulted;
  }

  /// Returns whether it is the first of its kind at its place.
  boolean mistake(Mistake mistake) {
    return mistakes.putIfAbsent(mistake.key(), mistake) == null;
  }

  /// Returns whether no launch before had that mistake.
  boolean isNew(Finding finding) {
    return !mistakes.containsKey(Mistake.of(finding).key());
  }

  List<RaceReplay> replays() {
    return List.copyOf(replays.values());
  }

  int mistakes() {
    return mistakes.size();
  }

  /// All of it for other programs; README of module 10 says what each name means.
  ///
  /// @param status what the program ended with
  ObjectNode json(int status) {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("schema", 1).put("status", status).put("launches", launches);
    var wrong = json.putArray("mistakes");
    for (var mistake : mistakes.values()) {
      var one = wrong.addObject().put("kind", mistake.kind());
      place(one, mistake.source());
      mistake
          .finding()
          .ifPresent(f -> {
            one.put("kernel", f.kernel());
            one.putArray("block").add(f.block().x()).add(f.block().y()).add(f.block().z());
            one.putArray("thread").add(f.thread().x()).add(f.thread().y()).add(f.thread().z());
          });
      one.put("message", mistake.message());
      var replay = replays.get(mistake.key());
      if (replay != null) {
        one.putObject("replay")
            .put("tried", replay.tried())
            .put("differs", replay.differs())
            .put("message", replay.sentence());
      }
    }
    var all = json.putArray("kernels");
    for (var kernel : kernels.values()) {
      var one = all.addObject().put("kernel", kernel.first.kernel());
      one.put("launches", kernel.launches);
      var lines = one.putArray("lines");
      for (var line : kernel.all().lines()) {
        counts(place(lines.addObject(), line.source()), line);
      }
    }
    return json;
  }

  private static ObjectNode place(ObjectNode json, KernelLine source) {
    if (source.line() > 0) {
      json.put("file", source.file().substring(source.file().lastIndexOf('/') + 1));
      json.put("line", source.line());
    }
    return json;
  }

  private static void counts(ObjectNode json, LineReport line) {
    json.put("instructions", line.instructions()).put("lanes", line.lanes());
    json.put("requests", line.requests()).put("sectors", line.sectors());
    json.put("idealSectors", line.idealSectors()).put("sharedRequests", line.sharedRequests());
    json.put("wavefronts", line.wavefronts()).put("idealWavefronts", line.idealWavefronts());
    json.put("localRequests", line.localRequests()).put("localSectors", line.localSectors());
    json.put("branches", line.branches()).put("divergences", line.divergences());
    json.put("flops", line.flops()).put("tensorFlops", line.tensorFlops());
  }

  /// `7 launches of 2 kernels, 1 mistake`
  ///
  /// @param blocks how many of a grid were looked at; 0 for all
  String summary(boolean checked, int blocks) {
    return "%s of %s%s%s%s%s"
        .formatted(
            amount(launches, "launch", "launches"),
            amount(launched.size(), "kernel", "kernels"),
            repeated > 0 ? ", " + repeated + " of them repeated and not computed again" : "",
            blasCalls > 0 ? ", " + amount(blasCalls, "call", "calls") + " of cuBLAS" : "",
            checked || mistakes() > 0
                ? mistakes() == 0
                    ? ", no mistake found"
                    : ", " + amount(mistakes(), "mistake", "mistakes")
                : "",
            largestSampled > 0
                ? "; of a grid of up to %,d blocks %d were checked"
                    .formatted(largestSampled, blocks)
                : "");
  }

  private static String amount(int n, String one, String many) {
    return n + " " + (n == 1 ? one : many);
  }

  /// A table for each kernel, all of its launches together.
  ///
  /// @param sources the text of each file
  /// @param card whose peaks are said below; empty for none
  String tables(Function<String, String> sources, String card) {
    var text = new StringBuilder();
    for (var kernel : kernels.values()) {
      text.append(
          "\n%s, %s, the first %s\n"
              .formatted(
                  kernel.first.kernel(),
                  amount(kernel.launches, "launch", "launches"),
                  kernel.all().toString()));
      text.append(kernel.all().table(sources));
      if (!card.isEmpty()) {
        text.append(bound(PeakRates.of(card), kernel.all().total())).append('\n');
      }
    }
    return text.toString();
  }

  private static String bound(PeakRates card, LineReport all) {
    return card.bound(
        all.flops() - all.tensorFlops(), all.tensorFlops(), all.sectors() + all.localSectors());
  }
}
