package tapeline.grader.peers;

import static java.util.stream.Collectors.joining;

import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import tapeline.grader.course.Course;
import tapeline.grader.course.Lock;

/// Times the reference solutions and their peers at the same work: some forks, a table of all.
///
/// The samples and the machine stay in `grader/target/bench` as lines of JSON, in `peers.jsonl` and
/// before the end in `peers-new.jsonl`; the table and the picture that are made from them in
/// `peers.txt` and `peers.png`.
public final class Peers {
  private static final String MAIN = "tapeline.peers.bench.PeerBench";

  /// Compiled before what it compiled is used (-Xbatch), one thread that collects garbage, and a
  /// heap that does not grow: less noise, and no help from other processors.
  private static final List<String> FLAGS =
      List.of("-Xbatch", "-XX:+UseSerialGC", "-Xms1g", "-Xmx1g", "-Xmn600m");

  private final Course course;
  private final PrintStream out;

  public Peers(Course course, PrintStream out) {
    this.course = course;
    this.out = out;
  }

  /// Measures, the peers having this many threads, and prints the table; whether all forks ran, and
  /// all rows in them but those of a peer that is not to be had.
  ///
  /// @param rows words of which a row's name has one; none for all rows
  public boolean run(int threads, List<String> rows) {
    var folder = course.target().resolve("bench");
    // Two at once would disturb each other's times, and take each other's results.
    try (var _ = Lock.on(folder.resolve("bench.lock"), "-Dpeers", out::println)) {
      var samples = folder.resolve("peers-new.jsonl");
      return keep(measure(threads, rows, List.of(), samples), samples, folder);
    } catch (PeersProject.Unavailable e) {
      out.println(e.getMessage());
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /// A line of JSON for each row and fork, of the forks that ran; it is printed why one did not.
  /// Rows whose forks differ have more forks, in which they are alone.
  ///
  /// @param ahead folders of classes that stand for the reference's
  /// @param samples takes each line as it comes
  List<String> measure(int threads, List<String> rows, List<Path> ahead, Path samples)
      throws IOException, InterruptedException, PeersProject.Unavailable {
    var project = new PeersProject(course);
    var path = new ArrayList<>(ahead.stream().map(Path::toString).toList());
    path.add(project.build("process-classes"));
    var classPath = String.join(File.pathSeparator, path);
    var flags = new ArrayList<>(FLAGS);
    flags.addAll(course.jdkFlags(course.modules()));
    var forks = new PeerForks(samples, out);
    var lines =
        forks.run(
            1,
            PeerForks.FORKS,
            fork -> project.program(classPath, flags, MAIN, arguments(threads, fork, rows)));
    var table = PeerTable.read(lines);
    var unsteady = table.unsteady();
    if (unsteady.isEmpty() || !table.isWhole()) {
      return lines;
    }
    out.printf(
        "%d rows differ from fork to fork: they have %d forks more%n",
        unsteady.size(), PeerForks.MORE);
    var again = new ArrayList<>(rows);
    again.add("places=" + unsteady.stream().map(String::valueOf).collect(joining(",")));
    lines.addAll(
        forks.run(
            PeerForks.FORKS + 1,
            PeerForks.FORKS + PeerForks.MORE,
            fork -> project.program(classPath, flags, MAIN, arguments(threads, fork, again))));
    return lines;
  }

  private static List<String> arguments(int threads, int fork, List<String> rows) {
    var arguments = new ArrayList<>(List.of("" + threads, "" + fork));
    arguments.addAll(rows);
    return arguments;
  }

  /// Prints the table, then writes the files; those of an earlier run stay where no row was
  /// measured. Whether all was measured and written.
  boolean keep(List<String> lines, Path samples, Path folder) throws IOException {
    if (lines.isEmpty()) {
      return false;
    }
    var table = PeerTable.read(lines);
    if (table.results().isEmpty()) {
      out.print(table.missing());
      out.println("no row was measured: rows are named by their op, their shape and their peer");
      return false;
    }
    out.print(table.text());
    return write(table, samples, folder) && table.isWhole();
  }

  private boolean write(PeerTable table, Path samples, Path folder) {
    try {
      Files.move(samples, folder.resolve("peers.jsonl"), StandardCopyOption.REPLACE_EXISTING);
      Files.writeString(folder.resolve("peers.txt"), table.text());
    } catch (IOException e) {
      out.println("not kept: " + e);
      return false;
    }
    out.println("\nkept in " + shown(folder.resolve("peers.txt")));
    out.println("the samples, as JSON, in " + shown(folder.resolve("peers.jsonl")));
    draw(table, folder.resolve("peers.png"));
    return true;
  }

  private void draw(PeerTable table, Path file) {
    var title = "The reference's time to each peer's: left of 1 the reference is faster";
    try {
      Files.write(file, RatioPicture.png(title, table.results()));
      out.println("as a picture, in " + shown(file));
    } catch (IOException e) {
      out.println("not drawn: " + e.getMessage());
    }
  }

  private Path shown(Path file) {
    return course.root().relativize(file);
  }
}
