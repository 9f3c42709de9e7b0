package tapeline.laboratory.practice;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
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
    var file = Files.createDirectories(OutputFolder.of("watch")).resolve("alarms.txt");
    Files.deleteIfExists(file);
    var alarms = new ArrayList<Alarm>();
    List<Consumer<Alarm>> hooks = List.of(IO::println, alarm -> append(file, alarm), alarms::add);
    var watch = new TrainingWatch(FIRST, System::nanoTime, hooks);
    var training = training(bad);
    double loss = Double.NaN;
    for (int step = 0; step < STEPS; step++) {
      loss = watch.step(training, Dataset::size);
    }
    IO.println("%d steps, %d alarms, loss %.3f".formatted(STEPS, alarms.size(), loss));
    if (!alarms.isEmpty()) {
      IO.println("Written: grader/target/watch/alarms.txt");
      System.exit(1);
    }
  }

  /// Appends an alarm to the file at once: a training that is killed has told what it knew.
  private static void append(Path file, Alarm alarm) {
    try {
      Files.writeString(file, alarm + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The perceptron's training, whose batch of one step is spoilt; of none where that is 0.
  static TrainingStep<Dataset> training(int bad) {
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
