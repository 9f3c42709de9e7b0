package tapeline.grader.peers;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import tapeline.grader.course.Course;
import tapeline.grader.generate.Disk;

/// A learner's own modules beside PyTorch, in turns.
public final class EngineBesidePeer {
  private static final PairedRatio NONE = PairedRatio.exact(Double.NaN);

  private EngineBesidePeer() {}

  /// Measures, and writes `picture.png` and `picture.txt` into `folder`.
  ///
  /// @param learner folders of classes that stand for the reference's
  /// @param rows words, of which a row's name has one; of these rows only those of the `modules`
  ///   count
  /// @return the learner's time to PyTorch's at the first of `rows`; NaN where it was not measured,
  ///   and then it is printed why
  public static PairedRatio run(
      Course course,
      List<Path> learner,
      List<String> rows,
      List<Integer> modules,
      Path folder,
      PrintStream out) {
    try {
      var samples = folder.resolve("samples.jsonl");
      var all = PeerTable.read(new Peers(course, out).measure(1, rows, learner, samples));
      var mine = all.results().stream().filter(r -> modules.contains(r.module())).toList();
      out.print(all.missing());
      if (mine.isEmpty() || all.machines().size() < PeerForks.FORKS) {
        return NONE;
      }
      var words = mine.stream().map(EngineBesidePeer::words).collect(Collectors.joining("; "));
      Disk.write(folder.resolve("picture.txt"), "Your time to PyTorch's: " + words + ".\n");
      // Last, and whole: a notebook looks for it.
      Disk.write(
          folder.resolve("picture.png"),
          RatioPicture.png("Your time to PyTorch's: left of 1 yours is faster", mine));
      mine.forEach(r -> out.println(words(r)));
      out.print(all.blocks());
      return mine.stream()
          .filter(r -> (r.op() + " " + r.shape()).contains(rows.getFirst()))
          .map(r -> r.together().ratio())
          .findFirst()
          .orElse(NONE);
    } catch (PeersProject.Unavailable e) {
      out.println(e.getMessage());
      return NONE;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return NONE;
    }
  }

  private static String words(PeerResult r) {
    var ratio = r.together().ratio();
    return "%s %s, batch %d: %.2f [%.2f, %.2f]"
        .formatted(r.op(), r.shape(), r.batch(), ratio.value(), ratio.low(), ratio.high());
  }
}
