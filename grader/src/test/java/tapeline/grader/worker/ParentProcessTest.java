package tapeline.grader.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ParentProcessTest {
  private static final long PATIENCE_SECONDS = 120;

  /// The main of a child: starts a child of its own, says both process ids, and goes on for long.
  public static final class Child {
    private Child() {}

    public static void main(String[] args) throws IOException, InterruptedException {
      ParentProcess.endWithIt();
      if (args.length > 0) {
        var grandchild = start(List.of()).start();
        System.out.println(ProcessHandle.current().pid() + " " + grandchild.pid());
      }
      TimeUnit.MINUTES.sleep(5);
    }

    private static ProcessBuilder start(List<String> arguments) {
      var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
      var path = System.getProperty("tapeline.path", System.getProperty("java.class.path"));
      var command = new ArrayList<>(List.of(java, "-XX:TieredStopAtLevel=1"));
      command.addAll(List.of("-Dtapeline.path=" + path, "-cp", path, Child.class.getName()));
      command.addAll(arguments);
      return new ProcessBuilder(command);
    }
  }

  /// The main of a parent: starts a child and waits for it, as Maven's launcher does.
  public static final class Parent {
    private Parent() {}

    public static void main(String[] args) throws IOException, InterruptedException {
      Child.start(List.of("grandchild")).inheritIO().start().waitFor();
    }
  }

  @Test
  void children_end_when_their_parent_is_killed() throws Exception {
    var path = folder(Worker.class) + File.pathSeparator + folder(Parent.class);
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var parent =
        new ProcessBuilder(java, "-Dtapeline.path=" + path, "-cp", path, Parent.class.getName())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    var pids = parent.inputReader().readLine().split(" ", 2);
    var child = ProcessHandle.of(Long.parseLong(pids[0])).orElseThrow();
    var grandchild = ProcessHandle.of(Long.parseLong(pids[1])).orElseThrow();

    parent.destroyForcibly().waitFor();

    assertThat(child.onExit().get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isNotNull();
    assertThat(grandchild.onExit().get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isNotNull();
  }

  private static Path folder(Class<?> type) throws Exception {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
  }
}
