package tapeline.laboratory.roofline;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import tapeline.accel.VectorBackend;
import tapeline.instruments.machine.Accelerator;
import tapeline.instruments.machine.Ceilings;
import tapeline.instruments.machine.MachineFile;
import tapeline.instruments.machine.MemoryLevel;
import tapeline.instruments.machine.Processor;
import tapeline.instruments.machine.RateMeter;
import tapeline.instruments.machine.RooflinePicture;
import tapeline.roofline.ops.FieldOps;
import tapeline.roofline.ops.KernelPoint;
import tapeline.roofline.ops.LoopCeilings;
import tapeline.roofline.ops.OpResult;
import tapeline.roofline.ops.OpTables;
import tapeline.roofline.ops.OpTrials;
import tapeline.tensor.Backend;
import tapeline.tensor.CpuBackend;
import tapeline.tensor.Tensor;
import tapeline.toolkit.ProgressBar;

/// The ops of the course under the roof of this machine, with the plain loops and with module 13's:
/// what each attains, what it waits for, what to do about it, and how well the roofline predicts
/// its time.
public final class Roofline {
  private static final RateMeter WARM_UP = new RateMeter(1, 200);
  private static final RateMeter METER = new RateMeter(9, 20);

  private Roofline() {}

  /// All of [OpTrials] on the backend in use, by one thread. What counts is the second round: in
  /// the first one the compiler sees them all.
  static List<OpResult> measured(MachineFile file) {
    var machine = file.ceilings().oneCore();
    var levels = MemoryLevel.of(machine, file.processor().caches());
    var one = Tensor.full(1, 1);
    var trials = OpTrials.all();
    var results = new ArrayList<OpResult>();
    try (var bar = ProgressBar.of("measuring", 2L * trials.size())) {
      for (var trial : trials) {
        WARM_UP.rate(trial.label(), 1, List.of(trial::run));
        bar.step();
      }
      double overhead = 1 / METER.rate("call", 1, List.of(() -> one.plus(one))).perSecond();
      for (var trial : trials) {
        var calls = METER.rate(trial.label(), 1, List.of(trial::run));
        results.add(OpResult.of(trial, calls, machine, levels, overhead));
        bar.step();
      }
    }
    return results;
  }

  /// Prints the tables, and writes `roofline.svg`, `vectors.svg` and `kernels.svg` beside the
  /// machine file: `mvn -pl grader test -Drun=Roofline`. Where there is no such file yet, it
  /// measures the machine first.
  static void main() throws IOException {
    if (!Files.exists(MachineFile.PATH)) MeasureMachine.main();
    var file = MachineFile.read(MachineFile.PATH).ofThisMachine(Processor.here());
    var machine = file.ceilings().oneCore();
    var levels = MemoryLevel.of(machine, file.processor().caches());
    try (var _ = Backend.use(new CpuBackend())) {
      var results = measured(file);
      IO.println("What each op costs");
      IO.println(OpTables.costs(results));
      show("CpuBackend", "roofline.svg", results, machine);
      IO.println("Predicted from what CpuBackend's own loops attain in the cache");
      IO.println(OpTables.predictions(results, new LoopCeilings(levels, METER)));
    }
    try (var _ = Backend.use(new VectorBackend())) {
      show("VectorBackend", "vectors.svg", measured(file), machine);
    }
    var a100 = Accelerator.A100_80GB.ceilings();
    IO.println("By formula alone: float32 on one core of this machine");
    IO.println(FieldOps.table(machine.peak(), machine.memory(), Float.BYTES));
    IO.println("and in half precision on an " + a100.machine());
    IO.println(FieldOps.table(a100.peak(), a100.memory(), Short.BYTES));
    var kernels = KernelPoint.counted().stream().map(kernel -> kernel.attainable(a100)).toList();
    write("kernels.svg", RooflinePicture.of("Module 10's kernels on an A100", a100, kernels).svg());
  }

  private static void show(String backend, String file, List<OpResult> results, Ceilings machine)
      throws IOException {
    var title = "%s on %s, one core".formatted(backend, machine.machine());
    IO.println("What each attains with " + title);
    IO.println(OpTables.roofs(results));
    var points = results.stream().map(OpResult::point).toList();
    write(file, RooflinePicture.of(title, machine, points).svg());
  }

  private static void write(String name, String svg) throws IOException {
    var path = MachineFile.PATH.resolveSibling(name);
    Files.writeString(path, svg);
    IO.println("wrote " + path);
  }
}
