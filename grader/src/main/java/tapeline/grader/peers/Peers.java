package tapeline.grader.peers;

import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tapeline.grader.course.Course;

/// Times the reference solutions and their peers at the same work: some forks, a table of all.
///
/// The tables stay in `grader/target/bench`: as text in `peers.txt`, by module in `peers.md`, as
/// JSON in `peers.json`, a picture of the ratios in `peers.png`; and so do the samples, in
/// `peers.jsonl`, and the machine, in `peers-machine.json`.
public final class Peers {
  private static final int FORKS = 3;
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

  /// Measures, the peers having this many threads, and prints the table; whether all forks ran.
  ///
  /// @param rows words of which a row's name has one; none for all rows
  public boolean run(int threads, List<String> rows) {
    try {
      var lines = measure(threads, rows, List.of());
      if (!lines.isEmpty()) {
        keep(lines);
      }
      return !lines.isEmpty();
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

  /// A line of JSON for each row and fork; none when a fork failed, which is printed.
  ///
  /// @param ahead folders of classes that stand for the reference's
  List<String> measure(int threads, List<String> rows, List<Path> ahead)
      throws IOException, InterruptedException, PeersProject.Unavailable {
    var project = new PeersProject(course);
    var path = new ArrayList<>(ahead.stream().map(Path::toString).toList());
    path.add(project.build("process-classes"));
    var classPath = String.join(File.pathSeparator, path);
    var flags = new ArrayList<>(FLAGS);
    flags.addAll(course.jdkFlags(course.modules()));
    var lines = new ArrayList<String>();
    for (int fork = 1; fork <= FORKS; fork++) {
      var arguments = new ArrayList<>(List.of("" + threads, "" + fork));
      arguments.addAll(rows);
      if (!fork(fork, project.program(classPath, flags, MAIN, arguments), lines)) {
        return List.of();
      }
    }
    return lines;
  }

  private boolean fork(int fork, ProcessBuilder program, List<String> lines)
      throws IOException, InterruptedException {
    var process = program.start();
    var rest = new ArrayList<String>();
    int done = 0;
    try (var said = process.inputReader(StandardCharsets.UTF_8)) {
      for (var line = said.readLine(); line != null; line = said.readLine()) {
        (line.startsWith("{") ? lines : rest).add(line);
        out.printf("\rfork %d of %d, %d measured   ", fork, FORKS, done++);
        out.flush();
      }
      out.print("\r" + " ".repeat(40) + "\r");
      if (process.waitFor() == 0) {
        return true;
      }
    } finally {
      process.destroyForcibly();
    }
    out.println("the comparison failed:\n" + String.join("\n", rest));
    return false;
  }

  private void keep(List<String> lines) throws IOException {
    var folder = Files.createDirectories(course.target().resolve("bench"));
    Files.write(folder.resolve("peers.jsonl"), lines);
    var table = PeerTable.read(lines);
    if (table.results().isEmpty()) {
      out.print(table.missing());
      out.println("no row was measured: rows are named by their op, their shape and their peer");
      return;
    }
    var report = new PeerReport(table);
    Files.writeString(folder.resolve("peers.json"), report.results());
    Files.writeString(folder.resolve("peers-machine.json"), report.machine());
    PeerPicture.write(table.results(), folder.resolve("peers.png"));
    Files.writeString(folder.resolve("peers.txt"), table.text());
    Files.writeString(folder.resolve("peers.md"), table.markdown());
    out.print(table.text());
    out.println("\nkept in " + shown(folder.resolve("peers.txt")));
    out.println("by module, in Markdown, in " + shown(folder.resolve("peers.md")));
    out.println("as JSON in " + shown(folder.resolve("peers.json")));
    out.println("the ratios as a picture in " + shown(folder.resolve("peers.png")));
  }

  private Path shown(Path file) {
    return course.root().relativize(file);
  }
}
