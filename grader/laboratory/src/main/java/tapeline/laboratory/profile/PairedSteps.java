package tapeline.laboratory.profile;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import tapeline.accel.VectorBackend;
import tapeline.bench.Conditions;
import tapeline.bench.compare.Contender;
import tapeline.bench.compare.Duel;
import tapeline.bench.compare.Plan;
import tapeline.bench.compare.Workload;
import tapeline.data.Dataset;
import tapeline.data.Datasets;
import tapeline.nn.GradientDescent;
import tapeline.nn.Sequential;
import tapeline.nn.Trainer;
import tapeline.profile.ProfileSchedule;
import tapeline.profile.Profiler;
import tapeline.profile.TrainingStep;
import tapeline.tensor.Backend;
import tapeline.tensor.CpuBackend;

/// Questions of module 11 put to two JVMs that take turns: does a step that may be watched take
/// longer than the trainer's own while no profiler runs, and how much faster is a step whose
/// convolutions are products, and one whose products are module 13's? `./tapeline run PairedSteps`
public final class PairedSteps {
  private static final long SEED = 11;

  /// The standard plan with a longer warm-up: after the standard one, the side that had been
  /// watched before was the faster one.
  private static final Plan PLAN =
      new Plan(
          Plan.STANDARD.looks(),
          Plan.STANDARD.spends(),
          Plan.STANDARD.blocks(),
          Plan.STANDARD.turnMicros(),
          3000);

  private PairedSteps() {}

  /// Steps of one training, one after the other. They change the parameters, so that nothing of
  /// them can be left out.
  public abstract static class Steps implements Workload {
    @Override
    public void prepare(long seed) {}

    @Override
    public double run(int units) {
      for (int i = 0; i < units; i++) {
        step();
      }
      return units;
    }

    abstract void step();
  }

  /// 06's perceptron, trained by 06's trainer alone.
  public static final class Plain extends Steps {
    private final Dataset digits = Datasets.digits().flat();
    private final Trainer trainer =
        new Trainer(
            Sequential.mlp(new SplittableRandom(1), 64, 64, 10),
            new GradientDescent(0.1f),
            32,
            new SplittableRandom(2));
    private final Deque<Dataset> epoch = new ArrayDeque<>();

    @Override
    void step() {
      if (epoch.isEmpty()) {
        epoch.addAll(trainer.batches(digits));
      }
      trainer.step(epoch.remove());
    }
  }

  /// The same step with the scopes `data` and `optimizer` around its parts, and no profiler.
  public static final class Watchable extends Steps {
    private final TrainingStep<?> training = TrainingStep.mlp();

    @Override
    void step() {
      training.run();
    }
  }

  /// The same again, after a profiler that has watched some steps and is closed.
  public static final class WatchedBefore extends Steps {
    private final TrainingStep<?> training = TrainingStep.mlp();

    public WatchedBefore() {
      try (var profiler = Profiler.start(ProfileSchedule.once(0, 50, 50))) {
        for (int i = 0; i < 100; i++) {
          training.run();
          profiler.step();
        }
      }
    }

    @Override
    void step() {
      training.run();
    }
  }

  /// 08's network, its convolutions by definition.
  public static final class ByDefinition extends Steps {
    private final TrainingStep<?> training = WhatIf.byDefinition();

    @Override
    void step() {
      training.run();
    }
  }

  /// 08's network as it is.
  public static final class AsProduct extends Steps {
    private final TrainingStep<?> training = WhatIf.asProduct();

    @Override
    void step() {
      training.run();
    }
  }

  /// 09's model on 04's backend.
  public static class OnCpu extends Steps {
    private final TrainingStep<?> training = TrainingStep.transformer();
    private final Backend backend;

    public OnCpu() {
      this(new CpuBackend());
    }

    private OnCpu(Backend backend) {
      this.backend = backend;
    }

    @Override
    void step() {
      try (var _ = Backend.use(backend)) {
        training.run();
      }
    }
  }

  /// 09's model on 13's backend.
  public static final class OnVectors extends OnCpu {
    public OnVectors() {
      super(new VectorBackend());
    }
  }

  static void main() throws IOException {
    compare("MLP 64-64-10", 32, Plain.class, Watchable.class);
    compare("MLP 64-64-10", 32, Plain.class, WatchedBefore.class);
    compare("CNN 12-24-10", 16, ByDefinition.class, AsProduct.class);
    compare("transformer 32 wide", 8, OnCpu.class, OnVectors.class);
  }

  private static void compare(
      String task, int batch, Class<? extends Steps> a, Class<? extends Steps> b)
      throws IOException {
    var conditions = Conditions.cpu(task, "float32", batch);
    var duel = new Duel(contender(a, conditions), contender(b, conditions), PLAN, SEED, _ -> {});
    IO.println("%s, %s beside %s".formatted(task, b.getSimpleName(), a.getSimpleName()));
    IO.println("  " + duel.run());
  }

  private static Contender contender(Class<? extends Steps> steps, Conditions conditions) {
    var classPath = System.getProperty("java.class.path").split(File.pathSeparator, -1);
    return new Contender(
        steps.getSimpleName(),
        steps.getName(),
        Arrays.stream(classPath).map(Path::of).toList(),
        List.of("--add-modules=jdk.incubator.vector"),
        conditions);
  }
}
