package tapeline.gpu.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tapeline.gpu.Dim3;
import tapeline.tests.Resource;

/// Runs a kernel on both engines and in all modes, which must agree bit for bit.
final class Lab {
  /// The first lines of a text of PTX.
  static final String HEAD =
      """
      .version 7.0
      .target sm_75
      .address_size 64
      """;

  private final String ptx;
  private boolean flawed;

  private Lab(String ptx) {
    this.ptx = ptx;
  }

  /// The kernels of `kernels/<name>.cu`, as compiled into the file beside it.
  static Lab of(String name) {
    return new Lab(text(name + ".ptx"));
  }

  /// The lines of a kernel's body as those of file 1, from 1 on.
  static String numbered(String body) {
    var numbered = new StringBuilder();
    int line = 1;
    for (var text : body.lines().toList()) {
      numbered.append(".loc 1 ").append(line++).append(" 1\n").append(text).append('\n');
    }
    return numbered.toString();
  }

  static Lab ofPtx(String ptx) {
    return new Lab(ptx);
  }

  static String text(String file) {
    return Resource.text(Lab.class, "/kernels/" + file);
  }

  /// Returns the lines of a table, without empty ones and those that begin with #.
  static Stream<String> rows(String table) {
    return Resource.text(Lab.class, table)
        .lines()
        .filter(line -> !line.isBlank() && !line.startsWith("#"));
  }

  /// The line of the text that is marked `// BUG mark`, from 1 on.
  static int bugLine(String source, String mark) {
    var lines = source.lines().toList();
    return 1
        + IntStream.range(0, lines.size())
            .filter(i -> lines.get(i).matches(".*// BUG %s\\b.*".formatted(mark)))
            .findFirst()
            .orElseThrow();
  }

  /// Mistakes are expected: do not fail because of findings.
  Lab flawed() {
    flawed = true;
    return this;
  }

  /// The arrays as a run left them, and its report with counters and findings.
  record Outcome(List<Object> arrays, LaunchReport report) {
    float[] floats(int argument) {
      return (float[]) arrays.get(argument);
    }

    int[] ints(int argument) {
      return (int[]) arrays.get(argument);
    }
  }

  /// Arrays among the arguments become buffers; they are not changed themselves.
  Outcome launch(String kernel, Dim3 grid, Dim3 block, int shared, Object... arguments) {
    Outcome normative = run(Engine.INTERPRETED, Mode.RACES, kernel, grid, block, shared, arguments);
    for (var mode : Mode.values()) {
      Outcome compiled = run(Engine.COMPILED, mode, kernel, grid, block, shared, arguments);
      for (int i = 0; i < arguments.length; i++) {
        assertThat(compiled.arrays.get(i))
            .as("argument %d of %s, compiled, %s", i, kernel, mode)
            .isEqualTo(normative.arrays.get(i));
      }
      assertThat(compiled.report.output()).isEqualTo(normative.report.output());
      if (mode != Mode.PLAIN) {
        assertThat(compiled.report.lines())
            .as("counters of %s, %s", kernel, mode)
            .isEqualTo(normative.report.lines());
      }
    }
    if (!flawed) {
      assertThat(normative.report.findings()).as(kernel).isEmpty();
    }
    return normative;
  }

  Outcome run(
      Engine engine,
      Mode mode,
      String kernel,
      Dim3 grid,
      Dim3 block,
      int shared,
      Object... arguments) {
    var gpu = new Emulator().engine(engine).mode(mode).load(ptx);
    var passed = new Object[arguments.length];
    for (int i = 0; i < arguments.length; i++) {
      passed[i] =
          switch (arguments[i]) {
            case float[] f -> {
              long at = gpu.allocate("argument " + i, 4L * f.length);
              gpu.write(at, f);
              yield at;
            }
            case int[] f -> {
              long at = gpu.allocate("argument " + i, 4L * f.length);
              gpu.write(at, f);
              yield at;
            }
            case byte[] f -> {
              long at = gpu.allocate("argument " + i, f.length);
              gpu.write(at, f);
              yield at;
            }
            default -> arguments[i];
          };
    }
    constants.forEach((name, values) -> gpu.write(gpu.variable(name), values));
    var report = gpu.launch(kernel, grid, block, shared, passed);
    var arrays = new ArrayList<Object>();
    for (int i = 0; i < arguments.length; i++) {
      arrays.add(
          switch (arguments[i]) {
            case float[] f -> gpu.readFloats((long) passed[i], f.length);
            case int[] f -> gpu.readInts((long) passed[i], f.length);
            case byte[] f -> gpu.readBytes((long) passed[i], f.length);
            default -> arguments[i];
          });
    }
    return new Outcome(arrays, report);
  }

  private final Map<String, float[]> constants = new HashMap<>();

  Lab constant(String name, float... values) {
    constants.put(name, values);
    return this;
  }

  static float[] random(int n, int seed) {
    var random = new Random(seed);
    var values = new float[n];
    for (int i = 0; i < n; i++) {
      values[i] = random.nextFloat() * 4 - 2;
    }
    return values;
  }

  /// The numbers that a kernel computed, to be compared with the right ones.
  record Computed(float[] actual, double tolerance) {
    /// Each element by its index.
    void to(IntToDoubleFunction expected) {
      to(each(actual.length, expected));
    }

    /// The first elements.
    void to(double... expected) {
      assertThat(actual.length).isGreaterThanOrEqualTo(expected.length);
      for (int i = 0; i < expected.length; i++) {
        double error = Math.abs(actual[i] - expected[i]) / Math.max(1, Math.abs(expected[i]));
        assertThat(error)
            .as("element %d: expected %s, got %s", i, expected[i], actual[i])
            .isLessThanOrEqualTo(tolerance);
      }
    }
  }

  /// Each value has to be within `tolerance`, relative to the expected one or to 1.
  static Computed close(float[] actual, double tolerance) {
    return new Computed(actual, tolerance);
  }

  static double[] each(int n, IntToDoubleFunction f) {
    return IntStream.range(0, n).mapToDouble(f).toArray();
  }
}
