package tapeline.launcher;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.maven.eventspy.AbstractEventSpy;

/// Starts a grader that was built before while Maven is still starting, and ends Maven's JVM with
/// the grader's exit code: for `mvn -pl grader test -Dmodule=3` Maven reads no pom and needs no
/// plugin.
///
/// Maven finds this class in `grader/target/launch/maven`, by the property `maven.ext.class.path`
/// of `.mvn/maven.config`. Maven itself does what this class leaves alone: any other command, a
/// grader that was never built, one that is older than its sources.
public final class BuiltGrader extends AbstractEventSpy {
  private static final List<String> GRADING = List.of("-pl", "grader", "test");

  /// Options for Maven itself, which change nothing here.
  private static final Set<String> MAVENS_OWN = Set.of("-q", "-o", "-B", "-ntp");

  @Override
  public void init(Context context) throws IOException, InterruptedException {
    var launcher = new GraderLauncher(Path.of("").toRealPath());
    if (isGrading(System.getProperty("sun.java.command", "")) && launcher.isBuilt()) {
      int code = launcher.start("-Dtapeline.built=earlier");
      if (code != GraderLauncher.STALE) {
        Runtime.getRuntime().halt(code);
      }
    }
  }

  /// Returns whether a JVM's command, its main class first, is Maven's and grades. Properties
  /// beside `module` are the grader's options.
  static boolean isGrading(String command) {
    var words = Stream.of(command.split(" ")).skip(1).toList();
    return words.stream().anyMatch(w -> w.startsWith("-Dmodule="))
        && words.stream().filter(w -> !isOption(w)).toList().equals(GRADING);
  }

  private static boolean isOption(String word) {
    return word.startsWith("-D") || MAVENS_OWN.contains(word);
  }
}
