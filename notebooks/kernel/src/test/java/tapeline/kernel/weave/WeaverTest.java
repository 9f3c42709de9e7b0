package tapeline.kernel.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jdk.incubator.vector.FloatVector;
import org.junit.jupiter.api.Test;

/// Tests of where the weaver puts its checks: into every loop that may never end, and into none
/// that the compiler turns into vector instructions.
class WeaverTest {
  @SuppressWarnings({
    "unused",
    "LoopConditionChecker",
    "IncrementInForLoopAndHeader",
    "RedundantControlFlow"
  })
  static final class Loops {
    static void axpy(float a, float[] x, float[] y) {
      for (int i = 0; i < y.length; i++) {
        y[i] += a * x[i];
      }
    }

    static void everySecond(float[] y, int n) {
      for (int i = 0; i < n - 1; i += 2) {
        y[i] = 0;
      }
    }

    static void fused(float a, float[] x, float[] y, int from) {
      for (int i = from; i < x.length; i++) {
        y[i] = Math.fma(a, x[i], y[i]);
      }
    }

    static void toTheLast(float[] y) {
      for (int i = 0; i <= 1_000; i++) {
        y[i] = 0;
      }
    }

    static void branches(float[] y, int n) {
      for (int i = 0; i < n; i++) {
        y[i] = y[i] > 0 ? y[i] : 0;
      }
    }

    static void nested(float[] y, int n) {
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          y[j] += i;
        }
      }
    }

    static void forEver() {
      while (true) {}
    }

    static void neverGrows(int n) {
      for (int i = 0; i < n; ) {}
    }

    static void isSetBack(int n) {
      for (int i = 0; i < n; i++) {
        i = 0;
      }
    }

    static void goesBothWays(int n) {
      for (int i = 0; i < n; i++) {
        i--;
      }
    }

    static void mayPassTheBound(int n) {
      for (int i = 0; i < n; i += 2) {}
    }

    static void mayPassTheLast(int n) {
      for (int i = 0; i <= n; i++) {}
    }

    static void growsAtTimes(int[] x) {
      for (int i = 0; i < x.length; ) {
        if (x[i] > 0) {
          i++;
        }
      }
    }

    static void growsAtTimesAndGoesOn(int[] x) {
      for (int i = 0; i < x.length; ) {
        if (x[i] > 0) {
          i++;
        }
        x[0] = 1;
      }
    }

    static void comparesAnother(int n) {
      for (int i = 0; i * 0 < n; i++) {}
    }

    static void catches(int[] x, int n) {
      for (int i = 0; i < n; i++) {
        try {
          x[i] = 1;
        } catch (RuntimeException e) {
          continue;
        }
      }
    }

    static int callsItself(int n) {
      return n == 0 ? 0 : callsItself(n - 1);
    }

    static void goesDown(int n) {
      for (int i = n; i > 0; i--) {}
    }

    static void calls(List<Integer> numbers, int n) {
      for (int i = 0; i < n; i++) {
        numbers.add(i);
      }
    }

    static void vectors(float[] x) {
      for (int i = 0; i < x.length - 15; i += 16) {
        var v = FloatVector.fromArray(FloatVector.SPECIES_512, x, i);
        v.add(v).intoArray(x, i);
      }
    }

    static void callsTheCourse(Loops[] some) {
      for (int i = 0; i < some.length; i++) {
        some[i].beCounted();
      }
    }

    void beCounted() {}

    static void atTheEnd(int n) {
      int i = 0;
      do {
        i++;
      } while (i < n);
    }
  }

  @Test
  void counted_loops_are_left_alone() throws IOException {
    assertThat(checks())
        .containsEntry("axpy", 0)
        .containsEntry("everySecond", 0)
        .containsEntry("fused", 0)
        .containsEntry("toTheLast", 0)
        .containsEntry("branches", 0)
        .containsEntry("vectors", 0)
        .containsEntry("callsTheCourse", 0);
  }

  @Test
  void loops_that_may_never_end_are_checked() throws IOException {
    assertThat(checks())
        .containsEntry("forEver", 1)
        .containsEntry("neverGrows", 1)
        .containsEntry("isSetBack", 1)
        .containsEntry("goesBothWays", 1)
        .containsEntry("mayPassTheBound", 1)
        .containsEntry("mayPassTheLast", 1)
        .containsEntry("growsAtTimesAndGoesOn", 1)
        .containsEntry("comparesAnother", 1)
        .containsEntry("goesDown", 1)
        .containsEntry("calls", 1)
        .containsEntry("atTheEnd", 1);
  }

  @Test
  void a_method_that_calls_itself_is_checked_when_it_begins() throws IOException {
    assertThat(checks()).containsEntry("callsItself", 1);
  }

  @Test
  void a_loop_with_two_ways_back_is_checked() throws IOException {
    assertThat(checks().get("catches")).isPositive();
    assertThat(checks().get("growsAtTimes")).isPositive();
  }

  @Test
  void around_a_loop_that_is_left_alone_there_is_a_check() throws IOException {
    assertThat(checks()).containsEntry("nested", 1);
  }

  @Test
  void in_a_cell_a_loop_that_calls_the_course_is_checked() throws IOException {
    var file = ClassFile.of();
    var loops = file.parse(loops());
    var cell =
        file.build(ClassDesc.of("REPL.$JShell$1"), type -> loops.methods().forEach(type::with));
    assertThat(checks(cell)).containsEntry("callsTheCourse", 1).containsEntry("axpy", 0);
  }

  private static byte[] loops() throws IOException {
    try (var file = Loops.class.getResourceAsStream("WeaverTest$Loops.class")) {
      return file.readAllBytes();
    }
  }

  /// The checks in each method of [Loops].
  private static Map<String, Integer> checks() throws IOException {
    return checks(loops());
  }

  private static Map<String, Integer> checks(byte... bytes) {
    var checks = new HashMap<String, Integer>();
    for (var method :
        ClassFile.of().parse(new Weaver(Loops.class.getClassLoader()).weave(bytes)).methods()) {
      int count = 0;
      for (var element : method.code().orElseThrow()) {
        if (element instanceof InvokeInstruction i
            && i.owner().asInternalName().equals("tapeline/kernel/weave/StopSignal")) {
          count++;
        }
      }
      checks.put(method.methodName().stringValue(), count);
    }
    return checks;
  }
}
