package tapeline.laboratory.study;

import static tapeline.toolkit.TextTable.percent;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import tapeline.instruments.machine.SpeedInTurns;
import tapeline.laboratory.output.OutputFolder;
import tapeline.laboratory.parallel.DataParallel;
import tapeline.laboratory.parallel.PipelineSchedule;
import tapeline.laboratory.parallel.RingLauncher;
import tapeline.laboratory.parallel.RingWorker;
import tapeline.laboratory.precision.TrainingMode;
import tapeline.memory.CheckpointPlan;
import tapeline.toolkit.TextTable;

/// A language model that does not fit: a transformer learns *Persuasion* under a budget of bytes
/// that its plain step exceeds, by mixed precision (15), checkpoints (14), a batch in parts (07),
/// and stages in processes (18). `./tapeline run LanguageModel`, or `"LanguageModel small"` for the
/// size of a test
public final class LanguageModel {
  static final int STAGES = 2;
  private static final int PARTS = 4;
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private static final Path LOGS = OutputFolder.of("study");

  private LanguageModel() {}

  static void main(String... words) throws IOException, InterruptedException {
    if (System.getenv(RingWorker.ENVIRONMENT) != null) {
      boolean small = PublishedClaim.small(Arrays.copyOf(words, words.length - 1));
      int micros = Integer.parseInt(words[words.length - 1]);
      RingWorker.runBoth((forward, back) -> TextPipeline.work(text(small), micros, forward, back));
      return;
    }
    IO.println(table(PublishedClaim.small(words)));
  }

  /// The model and its batch.
  static TextLayers text(boolean small) {
    return small ? TextLayers.of(8, 16, 3, 8) : TextLayers.of(32, 32, 6, 16);
  }

  /// Bytes that a step may hold.
  static long budget(boolean small) {
    return small ? 200_000 : 5_000_000;
  }

  /// All rows, those of the pipeline last.
  static TextTable table(boolean small) throws IOException, InterruptedException {
    var text = text(small);
    var batch = text.batch();
    int layers = text.layers().size();
    var study =
        new ChainStudy("a language model that does not fit", text::layers, batch, budget(small));
    var all = CheckpointPlan.keepAll(layers);
    study.bytes(
        new ChainWay("mixed precision", TrainingMode.BFLOAT16, all, 1),
        new PublishedClaim("50 % fewer bytes", 2),
        "what is kept halves; gradients, and what stays in float32, do not");
    study.bytes(
        new ChainWay(
            "checkpoints",
            TrainingMode.FLOAT32,
            ChainWay.smallest(text.layers(), batch.inputs()),
            1),
        new PublishedClaim("60 % fewer bytes", 2.5),
        "a block keeps its input alone, for one forward more");
    study.bytes(
        new ChainWay("%d parts".formatted(PARTS), TrainingMode.FLOAT32, all, PARTS),
        new PublishedClaim("4× the batch in the same bytes", PARTS),
        "activations are a fourth, parameters' gradients stay whole");
    var part = text.layers();
    var few = ChainWay.smallest(part, batch.slice(0, batch.size() / PARTS).inputs());
    study.bytes(
        new ChainWay("all three", TrainingMode.BFLOAT16, few, PARTS),
        PublishedClaim.NONE,
        "parameters' gradients are a large part of the rest");
    for (int micros : new int[] {PARTS, 2 * PARTS}) {
      pipeline(study, small, micros);
    }
    return study.table();
  }

  /// Adds a row for stages in processes of their own, each with mixed precision and checkpoints.
  private static void pipeline(ChainStudy study, boolean small, int micros)
      throws IOException, InterruptedException {
    IO.println("measuring: %d stages, %d micro-batches".formatted(STAGES, micros));
    var words = small ? List.of("small", "" + micros) : List.of("" + micros);
    var said =
        RingLauncher.LOCAL.run(
            STAGES, LIMIT, LOGS, LanguageModel.class, words.toArray(String[]::new));
    var stages = said.stream().map(TextPipeline.StageResult::parse).toList();
    var first = stages.getFirst();
    int rounds = first.whole().length;
    var speeds = new double[rounds];
    var waits = new double[rounds];
    for (int i = 0; i < rounds; i++) {
      int at = i;
      speeds[i] = (double) first.plain()[i] / first.whole()[i];
      waits[i] =
          1
              - stages.stream().mapToLong(s -> s.busy()[at]).sum()
                  / (double) (STAGES * first.whole()[i]);
    }
    Arrays.sort(speeds);
    Arrays.sort(waits);
    int low = rounds / 4; // the 6th of 21
    var speed = new SpeedInTurns(speeds[low], speeds[rounds / 2], speeds[rounds - 1 - low]);
    study.row(
        "all, %d stages, %d micro-batches".formatted(STAGES, micros),
        stages.stream().mapToLong(TextPipeline.StageResult::bytes).max().orElseThrow(),
        ChainStudy.time(speed),
        DataParallel.error(TextPipeline.StageResult.gradient(stages), study.first().gradient()),
        PublishedClaim.NONE,
        "–",
        "waits %s (%s to %s), by (p−1)/(m+p−1) %s, which knows no messages and no unequal stages; bytes of the fullest stage"
            .formatted(
                percent(waits[rounds / 2], 1),
                percent(waits[low], 1),
                percent(waits[rounds - 1 - low], 1),
                percent(PipelineSchedule.bubble(STAGES, micros), 1)));
  }

  /// The layers of a stage, from first to behind last, about as many in each.
  static int[] share(int stage, int layers) {
    return IntStream.of(stage, stage + 1).map(s -> s * layers / STAGES).toArray();
  }
}
