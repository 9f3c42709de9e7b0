package tapeline.gpu.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static tapeline.gpu.emulator.Lab.close;
import static tapeline.gpu.emulator.Lab.random;

import org.junit.jupiter.api.Test;
import tapeline.gpu.Dim3;

/// Kernels that networks are made of, against plain loops in double.
class LearningKernelsTest {
  private static Lab.Outcome launch(String kernel, Dim3 grid, Dim3 block, Object... arguments) {
    return Lab.of("learning").launch(kernel, grid, block, 0, arguments);
  }

  @Test
  void attention_without_storing_the_scores() {
    int n = 64;
    int d = 32;
    float[] q = random(n * d, 1);
    float[] k = random(n * d, 2);
    float[] v = random(n * d, 3);
    var out =
        launch("flash_attention", Dim3.of(n / 4), Dim3.of(32, 4), q, k, v, new float[n * d], n);
    close(out.floats(3), 2e-5)
        .to(i -> {
          double sum = 0;
          double total = 0;
          for (int j = 0; j < n; j++) {
            double score = 0;
            for (int t = 0; t < d; t++) {
              score += (double) q[i / d * d + t] * k[j * d + t];
            }
            double p = Math.exp(score / Math.sqrt(d));
            total += p;
            sum += p * v[j * d + i % d];
          }
          return sum / total;
        });
  }

  @Test
  void rms_norm() {
    float[] x = random(3 * 75, 4);
    float[] g = random(75, 5);
    close(launch("rms_norm", Dim3.of(3), Dim3.of(32), x, g, new float[3 * 75], 75).floats(2), 1e-5)
        .to(i -> {
          double square = 0;
          for (int j = 0; j < 75; j++) {
            square += Math.pow(x[i / 75 * 75 + j], 2) / 75;
          }
          return x[i] / Math.sqrt(square + 1e-6) * g[i % 75];
        });
  }

  @Test
  void rotary_positions() {
    float[] x = random(2 * 9 * 16, 6);
    close(launch("rotary", Dim3.of(9), Dim3.of(16), x, 16).floats(0), 1e-5)
        .to(i -> {
          int pair = i / 2;
          double angle = Math.floorDiv(pair, 16) * Math.pow(10000, -(pair % 16) / 16.0);
          double s = Math.sin(angle);
          double c = Math.cos(angle);
          return i % 2 == 0 ? x[i] * c - x[i + 1] * s : x[i - 1] * s + x[i] * c;
        });
  }

  @Test
  void cross_entropy_and_its_gradient() {
    int cols = 45;
    float[] x = random(4 * cols, 7);
    int[] target = {3, 44, 0, 17};
    var out =
        launch(
            "cross_entropy",
            Dim3.of(4),
            Dim3.of(32),
            x,
            target,
            new float[4],
            new float[4 * cols],
            cols);
    double[] total = new double[4];
    for (int i = 0; i < x.length; i++) {
      total[i / cols] += Math.exp(x[i]);
    }
    close(out.floats(2), 1e-5).to(r -> Math.log(total[r]) - x[r * cols + target[r]]);
    close(out.floats(3), 1e-5)
        .to(i -> Math.exp(x[i]) / total[i / cols] - (i % cols == target[i / cols] ? 1 : 0));
  }

  @Test
  void gradients_of_an_embedding_add_up() {
    int[] token = {2, 0, 2, 2, 1};
    float[] dy = random(5 * 24, 8);
    double[] expected = new double[3 * 24];
    for (int i = 0; i < dy.length; i++) {
      expected[token[i / 24] * 24 + i % 24] += dy[i];
    }
    close(
            launch("embedding_gradient", Dim3.of(5), Dim3.of(24), token, dy, new float[3 * 24], 24)
                .floats(2),
            1e-6)
        .to(expected);
  }

  @Test
  void dropout_keeps_a_share() {
    float[] x = random(2000, 9);
    float[] y =
        launch("dropout", Dim3.of(16), Dim3.of(128), x, new float[2000], 0.75f, 99, 2000).floats(1);
    int kept = 0;
    for (int i = 0; i < x.length; i++) {
      assertThat(y[i] == 0 || Math.abs(y[i] - x[i] / 0.75f) < 1e-6).isTrue();
      kept += y[i] != 0 ? 1 : 0;
    }
    assertThat(kept).isBetween(1430, 1570);
  }

  @Test
  void max_pooling_remembers_where() {
    int w = 14;
    int h = 10;
    float[] x = random(w * h, 10);
    var out =
        launch(
            "max_pool",
            Dim3.of(h / 2),
            Dim3.of(w / 2),
            x,
            new float[w * h / 4],
            new int[w * h / 4],
            w,
            h);
    for (int i = 0; i < w * h / 4; i++) {
      int at = i / (w / 2) * 2 * w + i % (w / 2) * 2;
      float best = Math.max(Math.max(x[at], x[at + 1]), Math.max(x[at + w], x[at + w + 1]));
      assertThat(out.floats(1)[i]).isEqualTo(best);
      assertThat(x[out.ints(2)[i]]).isEqualTo(best);
    }
  }

  @Test
  void an_image_becomes_columns() {
    float[] x = random(9 * 7, 11);
    int places = 7 * 5;
    var out =
        launch("image_to_columns", Dim3.of(10), Dim3.of(32), x, new float[9 * places], 9, 7, 3);
    close(out.floats(1), 0)
        .to(i -> x[(i % places / 7 + i / places / 3) * 9 + i % places % 7 + i / places % 3]);
  }

  @Test
  void rows_become_bytes() {
    float[] x = random(3 * 40, 12);
    var out = launch("quantise_rows", Dim3.of(3), Dim3.of(32), x, new byte[120], new float[3], 40);
    byte[] q = (byte[]) out.arrays().get(1);
    for (int i = 0; i < 120; i++) {
      assertThat(Math.abs(q[i] * out.floats(2)[i / 40] - x[i]))
          .isLessThanOrEqualTo(out.floats(2)[i / 40] * 0.5001f);
    }
  }

  @Test
  void a_gate_of_a_recurrent_cell() {
    float[] r = random(100, 13);
    float[] z = random(100, 14);
    float[] h = random(100, 15);
    close(launch("gru_gate", Dim3.of(4), Dim3.of(32), r, z, h, new float[100], 100).floats(3), 1e-5)
        .to(i -> {
          double reset = 1 / (1 + Math.exp(-r[i]));
          double update = 1 / (1 + Math.exp(-z[i]));
          return (1 - update) * Math.tanh(reset * h[i]) + update * h[i];
        });
  }

  @Test
  void points_go_to_the_nearest_centroid() {
    float[] x = random(3 * 90, 16);
    float[] c = random(3 * 4, 17);
    int[] label = new int[90];
    int[] count = new int[4];
    double[] sum = new double[12];
    for (int i = 0; i < 90; i++) {
      double least = Double.MAX_VALUE;
      for (int j = 0; j < 4; j++) {
        double s = 0;
        for (int t = 0; t < 3; t++) {
          s += Math.pow((double) x[3 * i + t] - c[3 * j + t], 2);
        }
        label[i] = s < least ? j : label[i];
        least = Math.min(s, least);
      }
      count[label[i]]++;
      for (int t = 0; t < 3; t++) {
        sum[3 * label[i] + t] += x[3 * i + t];
      }
    }
    var out =
        launch(
            "nearest_centroid",
            Dim3.of(3),
            Dim3.of(32),
            x,
            c,
            new int[90],
            new float[12],
            new int[4],
            90,
            4,
            3);
    assertThat(out.ints(2)).isEqualTo(label);
    assertThat(out.ints(4)).isEqualTo(count);
    close(out.floats(3), 1e-5).to(sum);
  }

  @Test
  void launches_give_the_same_bits_on_any_number_of_cores() {
    float[] x = random(3 * 900, 18);
    float[] c = random(3 * 4, 19);
    float[] first = null;
    for (int cores : new int[] {1, 2, 7}) {
      var gpu = new Emulator().cores(cores).load(Lab.text("learning.ptx"));
      long px = gpu.allocate("x", 4L * x.length);
      gpu.write(px, x);
      long pc = gpu.allocate("c", 48);
      gpu.write(pc, c);
      long sum = gpu.allocate("sum", 48);
      gpu.write(sum, new float[12]);
      long label = gpu.allocate("label", 3600);
      long count = gpu.allocate("count", 16);
      gpu.write(count, new int[4]);
      gpu.launch(
          "nearest_centroid", Dim3.of(29), Dim3.of(32), 0, px, pc, label, sum, count, 900, 4, 3);
      float[] result = gpu.readFloats(sum, 12);
      first = first == null ? result : first;
      assertThat(result).isEqualTo(first);
    }
  }
}
