package tapeline.competition.duel;

import java.util.List;
import tapeline.bench.compare.Workload;
import tapeline.competition.Contestant;
import tapeline.competition.Event;
import tapeline.competition.Events;
import tapeline.competition.RehearsalWork;
import tapeline.competition.workload.Draws;
import tapeline.competition.workload.Question;
import tapeline.competition.workload.Task;

/// A contestant that answers the judge's questions of an event, as a workload of module 19: what
/// the JVMs of a [StepDuel] run. Two right answers may differ, so each turn's is marked before the
/// next.
public final class EventWork implements Workload {
  static final String MAIN = "tapeline.step.main";
  static final String EVENT = "tapeline.step.event";

  private final Contestant contestant;
  private final Task task;
  private Question question;
  private float[][] input;
  private float[] answer = {};

  /// The contestant and the event that the JVM's system properties name, at the event's first
  /// public size.
  public EventWork() throws ReflectiveOperationException {
    this(System.getProperty(MAIN, ""), Events.named(System.getProperty(EVENT, "")));
  }

  EventWork(String main, Event event) throws ReflectiveOperationException {
    contestant = RehearsalWork.contestant(main);
    task = Task.of(event, event.publicSizes().getFirst(), Draws.of(1, "task"));
    contestant.setUp(task.given().toArray(float[][]::new));
    question = task.ask(Draws.of(1, "input"));
    input = question.input();
  }

  /// The flags that say so to a JVM.
  static List<String> flags(String main, Event event) {
    return List.of("-D%s=%s".formatted(MAIN, main), "-D%s=%s".formatted(EVENT, event.id()));
  }

  @Override
  public void prepare(long seed) {
    if (answer.length > 0) {
      mark();
    }
    question = task.ask(Draws.of(seed, "input"));
    input = question.input();
  }

  /// The mark of the last answer.
  ///
  /// @throws IllegalStateException when it is wrong
  Question.Mark mark() {
    if (answer.length != question.answerLength()) {
      throw new IllegalStateException(
          "an answer has %d numbers, got %d".formatted(question.answerLength(), answer.length));
    }
    var mark = question.mark(answer);
    mark.problem()
        .ifPresent(problem -> {
          throw new IllegalStateException("a wrong answer is not timed: " + problem);
        });
    return mark;
  }

  @Override
  public double run(int units) {
    for (int u = 0; u < units; u++) {
      answer = contestant.answer(input);
    }
    return units;
  }
}
