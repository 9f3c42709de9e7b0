package tapeline.laboratory.practice;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import tapeline.data.Dataset;
import tapeline.laboratory.arguments.Argument;
import tapeline.laboratory.output.OutputFolder;
import tapeline.laboratory.practice.TrainingWatch.Alarm;
import tapeline.profile.TrainingStep;

/// Trains 06's perceptron for a hundred steps under a [TrainingWatch], whose hooks write a line and
/// a file; the exit code is 1 when there was an alarm. `./tapeline run "WatchedTraining 60"` makes
/// the pixels of step 60 a hundred times too bright.
public final class WatchedTraining {
  private static final int STEPS = 100;
  private static final int FIRST = 20;
  private static final float TOO_BRIGHT = 100;

  private WatchedTraining() {}

  static void main(String[] args) throws IOException {
    Argument.requireAtMost(1, args);
    int bad = args.length == 0 ? 0 : (int) new Argument("the bad step", args[0]).whole(1, STEPS);
    var alarms = new ArrayList<Alarm>();
    var watch = new TrainingWatch(FIRST, System::nanoTime, List.of(IO::println, alarms::add));
    var training = training(bad);
    double loss = Double.NaN;
    for (int step = 0; step < STEPS; step++) {
      loss = watch.step(training);
    }
    IO.println("%d steps, %d alarms, loss %.3f".formatted(STEPS, alarms.size(), loss));
    var file = Files.createDirectories(OutputFolder.of("watch")).resolve("alarms.txt");
    Files.write(file, alarms.stream().map(Alarm::toString).toList());
    IO.println("Written: grader/target/watch/alarms.txt");
    if (!alarms.isEmpty()) {
      System.exit(1);
    }
  }

  /// The perceptron's training, whose batch of one step is spoilt; of none where that is 0.
  static TrainingStep<?> training(int bad) {
    return spoilt(TrainingChecklist.perceptron().fresh(), bad);
  }

  private static TrainingStep<Dataset> spoilt(TrainingStep<Dataset> sound, int bad) {
    Supplier<Dataset> data =
        new Supplier<>() {
          private int step;

          @Override
          public Dataset get() {
            var part = sound.data().get();
            return ++step == bad
                ? new Dataset(part.inputs().times(TOO_BRIGHT), part.labels(), part.classes())
                : part;
          }
        };
    return new TrainingStep<>(sound.name(), data, sound.step(), sound.parameters());
  }
}
