package tapeline.grader.run;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Finds which of the differences from the reference make the tests fail, by trying: each alone,
/// slips, those of a line together, a text that stands elsewhere; then fewer and fewer of all
/// (delta debugging: Zeller and Hildebrandt 2002), since most differences are only another way to
/// write the same.
final class FaultSearch {
  private final List<Hunk> all;
  private final Slips slips;
  private final Predicate<List<Hunk>> passes;
  private final Map<List<Hunk>, Boolean> tried = new HashMap<>();

  /// @param all in the order of the text
  /// @param passes whether the tests pass with these differences put right
  FaultSearch(List<Hunk> all, Slips slips, Predicate<List<Hunk>> passes) {
    this.all = all;
    this.slips = slips;
    this.passes = passes;
  }

  /// Differences that, put right together, let the tests pass; empty when none were found.
  List<Hunk> smallest() {
    var lines = lines();
    return Stream.of(
            all.stream().map(List::of),
            all.stream().flatMap(Hunk::ends).map(List::of),
            slips.operators().map(List::of),
            lines.stream(),
            moves(),
            neighbours(all.stream().map(List::of).toList(), 2),
            neighbours(lines, 2),
            slips.variables().map(List::of),
            neighbours(lines, 3))
        .flatMap(some -> some)
        .filter(this::heals)
        .findFirst()
        .orElseGet(() -> heals(all) ? joined(reduced(lines)) : List.of());
  }

  /// The differences of each line together.
  private List<List<Hunk>> lines() {
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

  /// Pairs of which one has too much what the other lacks.
  private Stream<List<Hunk>> moves() {
    return all.stream()
        .flatMap(a ->
            all.stream()
                .filter(b -> a.start() < b.start() && (a.isMovedTo(b) || b.isMovedTo(a)))
                .map(b -> List.of(a, b)));
  }

  private static Stream<List<Hunk>> neighbours(List<List<Hunk>> lines, int count) {
    return IntStream.rangeClosed(0, lines.size() - count)
        .mapToObj(i -> joined(lines.subList(i, i + count)));
  }

  private static List<Hunk> joined(List<List<Hunk>> lines) {
    return lines.stream().flatMap(List::stream).toList();
  }

  private List<List<Hunk>> reduced(List<List<Hunk>> lines) {
    var kept = lines;
    int parts = 2;
    while (kept.size() > 1) {
      var smaller = smaller(kept, parts);
      if (smaller.isPresent()) {
        boolean one = 2 * smaller.get().size() <= kept.size();
        kept = smaller.get();
        parts = one ? 2 : Math.max(2, Math.min(parts - 1, kept.size()));
      } else if (parts < kept.size()) {
        parts = Math.min(kept.size(), 2 * parts);
      } else {
        return kept;
      }
    }
    return kept;
  }

  /// One of the parts, or all but one of them, if that heals.
  private Optional<List<List<Hunk>>> smaller(List<List<Hunk>> kept, int parts) {
    var some = new ArrayList<List<List<Hunk>>>();
    for (int part = 0; part < parts; part++) {
      some.add(kept.subList(part * kept.size() / parts, (part + 1) * kept.size() / parts));
    }
    for (int part = 0; parts > 2 && part < parts; part++) {
      var others = new ArrayList<>(kept);
      others.removeAll(some.get(part));
      some.add(others);
    }
    return some.stream().filter(lines -> heals(joined(lines))).findFirst();
  }

  private boolean heals(List<Hunk> some) {
    return tried.computeIfAbsent(List.copyOf(some), passes::test);
  }
}
