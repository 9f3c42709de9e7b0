package tapeline.gpu.program;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tapeline.gpu.emulator.LaunchReport;
import tapeline.gpu.emulator.watch.InstructionCount;
import tapeline.gpu.ptx.Instruction;

/// The launches of a program together: what each kernel did, and each mistake once.
final class RunReport {
  private final Map<String, KernelCounts> kernels = new LinkedHashMap<>();
  private final Set<String> mistakes = new LinkedHashSet<>();
  private final Set<String> launched = new LinkedHashSet<>();
  private int launches;

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
          "");
    }
  }

  /// The mistakes of this launch that no earlier one had.
  List<String> add(LaunchReport report) {
    launches++;
    launched.add(report.kernel());
    kernels.computeIfAbsent(report.kernel(), _ -> new KernelCounts(report)).add(report);
    return report.findings().stream()
        .filter(f -> mistakes.add(f.kind() + " " + f.source()))
        .map(Object::toString)
        .toList();
  }

  /// A fault ended a launch.
  void fault(String kernel, String what) {
    launches++;
    launched.add(kernel);
    mistakes.add(what);
  }

  void mistake(String what) {
    mistakes.add(what);
  }

  int mistakes() {
    return mistakes.size();
  }

  /// `7 launches of 2 kernels, 1 mistake`
  String summary(boolean checked) {
    return "%s of %s%s"
        .formatted(
            amount(launches, "launch", "launches"),
            amount(launched.size(), "kernel", "kernels"),
            checked || mistakes() > 0
                ? mistakes() == 0
                    ? ", no mistake found"
                    : ", " + amount(mistakes(), "mistake", "mistakes")
                : "");
  }

  private static String amount(int n, String one, String many) {
    return n + " " + (n == 1 ? one : many);
  }

  /// A table for each kernel, all of its launches together.
  String tables(String source) {
    var text = new StringBuilder();
    for (var kernel : kernels.values()) {
      text.append(
          "\n%s, %s, the first %s\n"
              .formatted(
                  kernel.first.kernel(),
                  amount(kernel.launches, "launch", "launches"),
                  kernel.all().toString()));
      text.append(kernel.all().table(source));
    }
    return text.toString();
  }
}
