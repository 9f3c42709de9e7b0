package tapeline.instructor.judge;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import tapeline.competition.workload.ChangedDigits;
import tapeline.competition.workload.Draws;
import tapeline.data.Dataset;
import tapeline.nn.Metrics;
import tapeline.nn.Sequential;
import tapeline.nn.Trainer;
import tapeline.optim.Adam;
import tapeline.optim.Schedule;
import tapeline.tensor.Tensor;

/// Trains the weights of the baseline and of the sample entries for the smallest model:
/// `TrainDigitsModel FILE BITS WIDTH…`, with 32 bits (float32) or 8 (a byte for each number, after
/// a float32 for each matrix by which all of its numbers are multiplied).
final class TrainDigitsModel {
  private static final int EPOCHS = 150;
  private static final float MOVED = 0.4f;

  private TrainDigitsModel() {}

  static void main(String[] args) throws IOException {
    var widths = new int[args.length - 2];
    for (int i = 0; i < widths.length; i++) {
      widths[i] = Integer.parseInt(args[i + 2]);
    }
    var random = new SplittableRandom(20);
    var model = Sequential.mlp(random, widths);
    var trainer = new Trainer(model, new Adam(Schedule.cosine(0.005, 1, EPOCHS * 57)), 32, random);
    for (int epoch = 0; epoch < EPOCHS; epoch++) {
      trainer.epoch(pictures(epoch));
    }
    IO.println(Metrics.accuracy(model, pictures(-1)));
    var bytes = new ByteArrayOutputStream();
    var out = new DataOutputStream(bytes);
    for (var parameter : model.parameters()) {
      write(out, parameter.value().toArray(), args[1].equals("8"));
    }
    Files.createDirectories(Path.of(args[0]).getParent());
    Files.write(Path.of(args[0]), bytes.toByteArray());
    IO.println(bytes.size() + " bytes");
  }

  private static void write(DataOutputStream out, float[] values, boolean small)
      throws IOException {
    float largest = 0;
    for (float v : values) {
      largest = Math.max(largest, Math.abs(v));
    }
    float step = largest / Byte.MAX_VALUE;
    if (small) {
      out.writeFloat(step);
    }
    for (float v : values) {
      if (small) {
        out.writeByte(Math.round(v / step));
      } else {
        out.writeFloat(v);
      }
    }
  }

  private static Dataset pictures(int epoch) {
    var draws = Draws.of(7, "training", epoch);
    int n = ChangedDigits.count();
    int[] chosen = ChangedDigits.draw(n, draws);
    var images = new float[n * ChangedDigits.PIXELS];
    var labels = new int[n];
    for (int i = 0; i < n; i++) {
      ChangedDigits.picture(chosen[i], MOVED, draws, images, i * ChangedDigits.PIXELS);
      labels[i] = ChangedDigits.label(chosen[i]);
    }
    return new Dataset(Tensor.of(images, n, ChangedDigits.PIXELS).div(16), labels, 10);
  }
}
