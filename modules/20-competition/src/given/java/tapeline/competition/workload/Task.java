package tapeline.competition.workload;

import java.util.List;
import java.util.Map;
import tapeline.competition.Event;

/// The task of both sides in one fork: questions of one size, about the same given arrays.
public interface Task {
  /// The arrays that both sides are given at the start.
  default List<float[]> given() {
    return List.of();
  }

  /// One input that neither side has seen, and how its answer is checked.
  Question ask(Draws draws);

  /// The task of an event, at a size that is drawn from the secret ones.
  static Task of(Event event, Draws draws) {
    var least = event.secretSizes().least();
    var size = new java.util.TreeMap<String, Integer>();
    for (var name : new java.util.TreeSet<>(least.keySet())) {
      size.put(
          name,
          draws.nextInt(
              least.getOrDefault(name, 1), event.secretSizes().most().getOrDefault(name, 1) + 1));
    }
    return of(event, size, draws);
  }

  /// The task of an event at this size.
  static Task of(Event event, Map<String, Integer> size, Draws draws) {
    return switch (event.kind()) {
      case MATMUL, KERNEL_MATMUL -> new MatmulTask(event, size);
      case SCALAR_GRADIENT -> new ScalarGradientTask(event, size);
      case TRAIN_CLASSIFIER -> new TrainClassifierTask(event, size);
      case CLASSIFY -> new ClassifyTask(event, size);
      case GENERATE_TOKENS -> new GenerateTokensTask(event, size, draws);
    };
  }
}
