package tapeline.instructor.judge;

import java.io.IOException;
import tapeline.competition.Contestant;
import tapeline.competition.Events;
import tapeline.instructor.judge.workload.Draws;
import tapeline.instructor.judge.workload.Task;

/// Asks a contestant of this class path without a judge, for who writes one: `TryBaseline EVENT
/// [CLASS]` prints the time and the share of each answer.
final class TryBaseline {
  private TryBaseline() {}

  static void main(String[] args) throws IOException, ReflectiveOperationException {
    var event =
        Events.standard().stream().filter(e -> e.id().equals(args[0])).findFirst().orElseThrow();
    var name = args.length > 1 ? args[1] : event.baseline();
    var contestant =
        Class.forName(name).asSubclass(Contestant.class).getDeclaredConstructor().newInstance();
    var task = Task.of(event, Draws.of(3, "task"));
    contestant.setUp(task.given().toArray(float[][]::new));
    int right = 0;
    int parts = 0;
    for (int i = 0; i < 20; i++) {
      var asked = task.ask(Draws.of(3, "input", i));
      long start = System.nanoTime();
      var answer = contestant.answer(asked.input());
      double millis = (System.nanoTime() - start) / 1e6;
      start = System.nanoTime();
      var mark = asked.mark(answer);
      right += mark.right();
      parts += mark.parts();
      IO.println(
          "%.2f ms, oracle %.2f ms, %s %d of %d"
              .formatted(
                  millis,
                  (System.nanoTime() - start) / 1e6,
                  mark.problem(),
                  mark.right(),
                  mark.parts()));
    }
    IO.println("%.4f".formatted((double) right / parts));
  }
}
