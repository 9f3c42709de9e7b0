package tapeline.laboratory.report;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import tapeline.bench.Conditions;
import tapeline.bench.SystemInfo;
import tapeline.bench.compare.Contender;
import tapeline.laboratory.packing.PackedProgram;
import tapeline.toolkit.ProgressBar;
import tapeline.toolkit.TextTable;

/// Makes the comparisons of a bundle again, here, and says whether both agree.
///
/// What differs between the machines is said and does not stop it: a second machine differs. A
/// program that is no longer the one that was measured does.
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
    System.setProperty("slf4j.internal.verbosity", "ERROR"); // nobody logs here
    System.exit(run(zip, Path.of("rerun.html"), System.out));
  }

  /// The same, with the exit code as its value.
  public static int run(Path zip, Path page, PrintStream out) {
    try {
      var there = Bundle.read(zip);
      var programs = new ArrayList<List<PackedProgram>>();
      for (var file : there) {
        programs.add(List.of(Bundle.program(zip, file.a()), Bundle.program(zip, file.b())));
      }
      differences(there).forEach(d -> out.println("differs: " + d));
      var here = measure(there, programs);
      Files.writeString(page, ReportPage.of(new Report("Run again", here, List.of(), null, null)));
      boolean agree = tell(there, here, out);
      out.println("report: " + page.toAbsolutePath());
      return agree ? AGREED : DISAGREED;
    } catch (IOException | IllegalArgumentException | IllegalStateException e) {
      out.println("not measured: " + e.getMessage());
      return NOT_MEASURED;
    }
  }

  private static Set<String> differences(List<ComparisonFile> there) {
    var found = new LinkedHashSet<String>();
    var here = SystemInfo.now();
    there.forEach(file -> found.addAll(file.differences(here)));
    here.warnings().forEach(w -> found.add("here " + w));
    return found;
  }

  private static List<ComparisonFile> measure(
      List<ComparisonFile> there, List<List<PackedProgram>> programs) throws IOException {
    var here = new ArrayList<ComparisonFile>();
    int forks = there.stream().mapToInt(f -> f.forks().size()).sum();
    try (var bar = ProgressBar.of("pairs of processes", forks)) {
      for (int i = 0; i < there.size(); i++) {
        var file = there.get(i);
        here.add(
            Experiment.run(
                    contender(file, file.a()),
                    programs.get(i).getFirst(),
                    contender(file, file.b()),
                    programs.get(i).getLast(),
                    file.plan(),
                    file.seed(),
                    file.revision(),
                    _ -> bar.step())
                .file());
      }
    }
    return here;
  }

  /// Under the same conditions, but for the JDK: it is the one that runs.
  private static Contender contender(ComparisonFile file, ComparisonFile.Entrant side) {
    var c = file.conditions();
    var here =
        new Conditions(
            c.task(),
            c.dtype(),
            c.batch(),
            c.device(),
            c.threads(),
            c.cache(),
            Runtime.version().toString(),
            c.flags());
    return new Contender(side.name(), side.workload(), List.of(), side.flags(), here);
  }

  private static boolean tell(
      List<ComparisonFile> there, List<ComparisonFile> here, PrintStream out) {
    var table = TextTable.of("speed-up", "there", "interval", "here", "interval", "");
    boolean all = true;
    for (int i = 0; i < there.size(); i++) {
      boolean agree = Bundle.agree(there.get(i), here.get(i));
      all &= agree;
      table.row(
          there.get(i).title(),
          Report.ratio(there.get(i).comparison().speedUp()),
          Report.edges(there.get(i).comparison().interval()),
          Report.ratio(here.get(i).comparison().speedUp()),
          Report.edges(here.get(i).comparison().interval()),
          agree ? "agree" : "do not agree");
    }
    out.print(table);
    return all;
  }
}
