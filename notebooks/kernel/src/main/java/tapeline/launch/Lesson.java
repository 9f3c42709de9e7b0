package tapeline.launch;

import java.util.List;
import org.dflib.jjava.jupyter.messages.request.CompleteRequest;
import org.dflib.jjava.jupyter.messages.request.InspectRequest;
import org.dflib.jjava.jupyter.messages.request.IsCompleteRequest;
import org.dflib.jjava.jupyter.messages.request.KernelInfoRequest;
import org.dflib.jjava.jupyter.messages.request.ShutdownRequest;

/// The work for the kernel that is recorded: a little of all that a learner does in the first
/// minutes.
final class Lesson {
  /// The cache keeps profiles too: a method that is hot when it is made is compiled early later.
  private static final int ROUNDS = 5;

  private static final List<String> CELLS =
      List.of(
          "1 + 1",
          "var half = 0.5;",
          "half * 2",
          "int twice(int n) { return 2 * n; }",
          "twice(21)",
          "record Point(double x, double y) {}",
          "new Point(1, 2)",
          "for (int i = 0; i < 3; i++) System.out.println(\"line \" + i);",
          "IntStream.range(0, 9).mapToObj(i -> \"n\" + i).collect(Collectors.joining(\", \"))",
          "List.of(1, 2, 3)",
          "import jdk.incubator.vector.*;",
          "FloatVector.SPECIES_PREFERRED",
          "import tapeline.toolkit.*;",
          "String missing = nowhere;",
          "int[] two = {1, 2};\ntwo[2]",
          """
          import org.knowm.xchart.*;
          var chart = new XYChart(300, 200);
          chart.addSeries("y", new double[] {0, 1, 2}, new double[] {0, 1, 4});
          chart
          """,
          "%module 01 reference",
          "import tapeline.scalar.*;",
          """
          var tape = new Tape();
          var x = tape.variable(2);
          tape.backward(x.mul(x));
          x.gradient()
          """,
          "tape");

  private Lesson() {}

  /// Gives the lesson, and lets the kernel end by itself.
  static void teach(KernelClient client) {
    client.request(KernelInfoRequest.MESSAGE_TYPE, new KernelInfoRequest());
    for (int round = 0; round < ROUNDS; round++) {
      CELLS.forEach(client::execute);
      client.request(CompleteRequest.MESSAGE_TYPE, new CompleteRequest("Math.ma", 7));
      client.request(InspectRequest.MESSAGE_TYPE, new InspectRequest("Math.max", 8, 0));
      client.request(IsCompleteRequest.MESSAGE_TYPE, new IsCompleteRequest("for (;;) {"));
    }
    client.request(ShutdownRequest.MESSAGE_TYPE, ShutdownRequest.SHUTDOWN);
  }
}
