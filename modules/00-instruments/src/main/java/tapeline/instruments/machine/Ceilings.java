package tapeline.instruments.machine;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/// The best rates of a machine: how fast it computes, and how fast its memories deliver.
///
/// @param machine its name
/// @param compute FLOP/s: of scalar code, of each width of vectors
/// @param bandwidth bytes/s: `L1`, `L2`, `L3` as far as they are there, and `memory`
public record Ceilings(String machine, List<Ceiling> compute, List<Ceiling> bandwidth) {
  /// How the name of a ceiling of all cores together ends.
  public static final String ALL_CORES = ", all cores";

  public Ceilings {
    compute = List.copyOf(compute);
    bandwidth = List.copyOf(bandwidth);
    if (compute.isEmpty() || bandwidth.isEmpty()) {
      throw new IllegalArgumentException(
          "a machine needs a compute and a bandwidth ceiling, got %s and %s for %s"
              .formatted(compute, bandwidth, machine));
    }
  }

  /// Returns this machine's ceilings, as the program `MeasureMachine` measured them.
  ///
  /// @throws IllegalStateException when they were not measured yet, or on another machine
  public static Ceilings measured() {
    return MachineFile.read(MachineFile.PATH).ofThisMachine(Processor.here()).ceilings();
  }

  /// Returns the ceilings that one core reaches alone, for the comparison with programs of one
  /// thread.
  public Ceilings oneCore() {
    return new Ceilings(
        machine,
        compute.stream().filter(c -> !c.ofAllCores()).toList(),
        bandwidth.stream().filter(c -> !c.ofAllCores()).toList());
  }

  /// The highest compute ceiling, π.
  public Ceiling peak() {
    return compute.stream().max(Comparator.comparingDouble(Ceiling::perSecond)).orElseThrow();
  }

  /// The lowest bandwidth ceiling, β: that of the memory, which each larger problem meets.
  public Ceiling memory() {
    return bandwidth.stream().min(Comparator.comparingDouble(Ceiling::perSecond)).orElseThrow();
  }

  /// The ceiling with this name.
  ///
  /// @throws IllegalArgumentException when there is none, naming those that are
  public Ceiling named(String name) {
    for (var list : List.of(compute, bandwidth)) {
      for (var ceiling : list) {
        if (ceiling.name().equals(name)) return ceiling;
      }
    }
    throw new IllegalArgumentException(
        "%s has no ceiling %s, it has %s, %s"
            .formatted(machine, name, names(compute), names(bandwidth)));
  }

  private static String names(List<Ceiling> ceilings) {
    return ceilings.stream().map(Ceiling::name).collect(Collectors.joining(", "));
  }
}
