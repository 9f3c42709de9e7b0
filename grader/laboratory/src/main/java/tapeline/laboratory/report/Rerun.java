package tapeline.laboratory.report;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import tapeline.instruments.machine.SystemInfo;
import tapeline.toolkit.ProgressBar;
import tapeline.toolkit.TextTable;

/// Makes the comparisons of a bundle again, here, and says whether both agree.
///
/// A difference between the machines is said, and does not stop it: a second machine differs. A
/// program that is no longer the one that was measured stops it.
public final class Rerun {
  private static final int AGREED = 0;
  private static final int DISAGREED = 1;
  private static final int NOT_MEASURED = 2;

  private Rerun() {}

  /// Runs the bundle that it was started from, or the one given, and writes `rerun.html`. Ends with
  /// 0 when all agree, with 1 when not, with 2 when it could not measure.
  static void main(String[] args) throws URISyntaxException {
    var self = Path.of(Rerun.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    var zip = args.length > 0 ? Path.of(args[0]) : self;
    if (!Files.isRegularFile(zip)) {
      IO.println("which bundle? Start me as `java -jar bundle.zip`, or name one");
      System.exit(NOT_MEASURED);
    }
    System.setProperty("slf4j.internal.verbosity", "ERROR"); // there is no logger
    System.exit(run(zip, Path.of("rerun.html"), System.out));
  }

  /// Runs the bundle's measurements again, writes the page, and returns the exit code.
  public static int run(Path zip, Path page, PrintStream out) {
    try {
      var there = Bundle.read(zip);
      var machine = SystemInfo.now();
      var differences = new LinkedHashSet<String>();
      there.forEach(e -> differences.addAll(e.file().differences(machine)));
      machine.warnings().forEach(w -> differences.add("here " + w));
      differences.forEach(d -> out.println("differs: " + d));
      var here = measure(there);
      boolean agree = tell(there, here, out);
      write(page, new Report("Run again", here, List.of(), null), out);
      return agree ? AGREED : DISAGREED;
    } catch (IOException | RuntimeException e) {
      out.println("not measured: " + e.getMessage());
      return NOT_MEASURED;
    }
  }

  /// A page that cannot be written or drawn, as where no font is, costs the rerun nothing.
  private static void write(Path page, Report report, PrintStream out) {
    try {
      Files.writeString(page, ReportPage.of(report));
      out.println("report: " + page.toAbsolutePath());
    } catch (IOException | RuntimeException | LinkageError | InternalError e) {
      out.println("no report: " + e);
    }
  }

  private static List<ComparisonFile> measure(List<Experiment> there) throws IOException {
    var here = new ArrayList<ComparisonFile>();
    int forks = there.stream().mapToInt(e -> e.file().forks().size()).sum();
    try (var bar = ProgressBar.of("pairs of processes", forks)) {
      for (var e : there) {
        here.add(e.again(_ -> bar.step()).file());
      }
    }
    return here;
  }

  private static boolean tell(List<Experiment> there, List<ComparisonFile> here, PrintStream out) {
    var table = TextTable.of("speed-up", "there", "here", "");
    boolean all = true;
    for (int i = 0; i < here.size(); i++) {
      var before = there.get(i).file();
      boolean agree = before.agrees(here.get(i));
      all &= agree;
      table.row(
          before.title(),
          Report.words(before.comparison()),
          Report.words(here.get(i).comparison()),
          agree ? "agree" : "do not agree");
    }
    out.print(table);
    return all;
  }
}
