package tapeline.grader.run;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Which of the differences from the reference may be the mistake: most are only another way to
/// write the same.
final class FaultSearch {
  private final List<Hunk> all;

  /// @param all in the order of the text
  FaultSearch(List<Hunk> all) {
    this.all = all;
  }

  /// One difference, or all of a line, put right.
  Stream<List<Hunk>> single() {
    return Stream.of(
            all.stream().map(List::of),
            all.stream().flatMap(Hunk::ends).map(List::of),
            lines().stream())
        .flatMap(some -> some);
  }

  /// Neighbours at once.
  Stream<List<Hunk>> several() {
    var lines = lines();
    return Stream.of(
            neighbours(all.stream().map(List::of).toList(), 2),
            neighbours(lines, 2),
            neighbours(lines, 3))
        .flatMap(some -> some);
  }

  /// The differences of each line together.
  List<List<Hunk>> lines() {
    var lines = new ArrayList<List<Hunk>>();
    for (var hunk : all) {
      if (!lines.isEmpty() && lines.getLast().getLast().last() >= hunk.first()) {
        lines.getLast().add(hunk);
      } else {
        lines.add(new ArrayList<>(List.of(hunk)));
      }
    }
    return lines;
  }

  /// A text that stands elsewhere: pairs of which one has too much what the other lacks.
  Stream<List<Hunk>> moves() {
    return all.stream()
        .flatMap(a ->
            all.stream()
                .filter(b -> a.start() < b.start() && (a.isMovedTo(b) || b.isMovedTo(a)))
                .map(b -> List.of(a, b)));
  }

  private static Stream<List<Hunk>> neighbours(List<List<Hunk>> lines, int count) {
    return IntStream.rangeClosed(0, lines.size() - count)
        .mapToObj(i -> lines.subList(i, i + count).stream().flatMap(List::stream).toList());
  }
}
