package tapeline.instructor.judge.duel;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tapeline.grader.need.Need;

/// The processors on which both sides of a pair run: as many as the event has threads, so that one
/// thread more gains nothing. The sides take turns on the same ones, by `taskset` of util-linux.
///
/// @param numbers the system's; empty where the sides are not pinned
/// @param why they are not pinned; empty where they are
record PinnedProcessors(List<Integer> numbers, String why) {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String ALLOWED = "Cpus_allowed_list:";

  /// Returns the last processors that this process may use: a system's own work tends to the first.
  static PinnedProcessors forThreads(int threads) throws IOException {
    if (!Files.isReadable(STATUS) || Need.program("taskset").isEmpty()) {
      return new PinnedProcessors(List.of(), "this system has no taskset");
    }
    var status = Files.readString(STATUS);
    var allowed =
        status
            .lines()
            .filter(line -> line.startsWith(ALLOWED))
            .flatMap(line -> numbers(line.substring(ALLOWED.length()).strip()))
            .toList();
    if (allowed.size() < threads) {
      return new PinnedProcessors(
          List.of(),
          "%d threads may work, and the judge has %d processors"
              .formatted(threads, allowed.size()));
    }
    return new PinnedProcessors(allowed.subList(allowed.size() - threads, allowed.size()), "");
  }

  /// Returns the numbers of a list such as `0-3,8`.
  static Stream<Integer> numbers(String list) {
    return Stream.of(list.split(","))
        .map(range -> range.split("-"))
        .flatMap(ends ->
            IntStream.rangeClosed(
                    Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]))
                .boxed());
  }

  /// Starts `command` on these processors alone; its children inherit that.
  ProcessBuilder pin(ProcessBuilder command) {
    if (!numbers.isEmpty()) {
      var line = new ArrayList<>(List.of("taskset", "--cpu-list", list(",")));
      line.addAll(command.command());
      command.command(line);
    }
    return command;
  }

  private String list(String separator) {
    return numbers.stream().map(String::valueOf).collect(Collectors.joining(separator));
  }

  /// Says in a verdict where both sides ran.
  @Override
  public String toString() {
    return numbers.isEmpty()
        ? "not pinned to processors: " + why
        : String.format(
            Locale.ROOT,
            "both pinned to processor%s %s",
            numbers.size() == 1 ? "" : "s",
            list(" and "));
  }
}
