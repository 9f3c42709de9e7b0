package tapeline.laboratory.study;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import tapeline.autograd.TapeListener;
import tapeline.compress.FlatGradient;
import tapeline.compress.RingLink;
import tapeline.data.Dataset;
import tapeline.laboratory.parallel.PipelineSchedule;
import tapeline.laboratory.parallel.PipelineStage;
import tapeline.laboratory.precision.StepBytes;
import tapeline.laboratory.precision.TrainingMode;
import tapeline.memory.CheckpointPlan;
import tapeline.memory.PlannedChain;
import tapeline.optim.Adam;
import tapeline.optim.Schedule;

/// A stage of a transformer in a process of its own: bfloat16, each block but the last computed
/// again, micro-batches in the order of 1F1B. After each step of the pipeline the first stage does
/// a plain step of the whole model alone, while the others wait for it: a pair of turns.
final class TextPipeline {
  private static final int ROUNDS = 21;
  private static final int WARM_UP = 10;

  private TextPipeline() {}

  /// The times of a stage: nanoseconds, round by round.
  ///
  /// @param bytes that its tapes held at most
  /// @param numbers of its parameters' gradients after the first step
  /// @param busy in passes
  /// @param whole steps of the pipeline
  /// @param plain steps of the whole model in one process; 0 but in the first stage
  record StageResult(long bytes, float[] numbers, long[] busy, long[] whole, long[] plain) {
    String text() {
      var to = ByteBuffer.allocate(4 * numbers.length);
      to.asFloatBuffer().put(numbers);
      return "%d %s %s %s %s"
          .formatted(
              bytes,
              Base64.getEncoder().encodeToString(to.array()),
              text(busy),
              text(whole),
              text(plain));
    }

    private static String text(long... all) {
      return LongStream.of(all).mapToObj(Long::toString).collect(Collectors.joining(","));
    }

    static StageResult parse(String text) {
      var words = text.split(" ", -1);
      var from = ByteBuffer.wrap(Base64.getDecoder().decode(words[1])).asFloatBuffer();
      var numbers = new float[from.remaining()];
      from.get(numbers);
      return new StageResult(
          Long.parseLong(words[0]), numbers, longs(words[2]), longs(words[3]), longs(words[4]));
    }

    private static long[] longs(String text) {
      return Arrays.stream(text.split(",", -1)).mapToLong(Long::parseLong).toArray();
    }

    /// The gradient of the whole model, stage after stage.
    static float[] gradient(List<StageResult> stages) {
      var all = new float[stages.stream().mapToInt(s -> s.numbers.length).sum()];
      int at = 0;
      for (var s : stages) {
        System.arraycopy(s.numbers, 0, all, at, s.numbers.length);
        at += s.numbers.length;
      }
      return all;
    }
  }

  /// The work of one process of the ring.
  static String work(TextLayers text, int micros, RingLink forward, RingLink back) {
    var batch = text.batch();
    requireWindows(text, micros);
    var share = LanguageModel.share(forward.rank(), text.layers().size());
    var own = text.layers().subList(share[0], share[1]);
    var layers = new PlannedChain(own, CheckpointPlan.every(1, own.size()));
    var mode = TrainingMode.BFLOAT16;
    var trainer = mode.trainer(layers.parameters(), new Adam(Schedule.constant(1e-4f)));
    var stage = new PipelineStage(layers, forward, back, () -> {});
    Runnable step =
        () -> {
          try (var _ = trainer.precision().use()) {
            stage.step(batch, micros, PipelineSchedule.ONE_FORWARD_ONE_BACKWARD);
          }
          trainer.optimizer().step(layers.parameters());
        };
    var bytes = StepBytes.unlimited(layers.parameters(), List.of(batch.inputs()));
    try (var _ = TapeListener.use(bytes)) {
      bytes.step();
      step.run();
    }
    var numbers = FlatGradient.of(layers.parameters());
    var busy = new long[ROUNDS];
    var whole = new long[ROUNDS];
    var plain = new long[ROUNDS];
    var alone = forward.rank() == 0 ? plain(text, batch) : null;
    for (int i = -WARM_UP; i < ROUNDS; i++) {
      long start = System.nanoTime();
      step.run();
      long end = System.nanoTime();
      if (alone != null) {
        alone.step();
      }
      if (i >= 0) {
        busy[i] = stage.busyNanos();
        whole[i] = end - start;
        plain[i] = System.nanoTime() - end;
      }
    }
    return new StageResult(bytes.peak(), numbers, busy, whole, plain).text();
  }

  private static ChainSession plain(TextLayers text, Dataset batch) {
    return new ChainSession(text.layers(), batch, ChainWay.plain(text.layers().size()));
  }

  private static void requireWindows(TextLayers text, int micros) {
    if (text.windows() % micros != 0) {
      throw new IllegalArgumentException(
          "a micro-batch has whole windows, got %d micro-batches of %d windows"
              .formatted(micros, text.windows()));
    }
  }
}
