package tapeline.grader.check;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.engine.JupiterTestEngine;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.Filter;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/// JUnit in this process, for tests that are ours.
final class Junit {
  private Junit() {}

  /// The test methods in the compiled classes below `folder`, each with its tags.
  static List<TestIdentifier> discover(ClassLoader loader, Path folder) throws IOException {
    var plan = launcher().discover(request(loader, folder, ""));
    return plan.getRoots().stream()
        .flatMap(r -> plan.getDescendants(r).stream())
        .filter(t -> t.getSource().orElse(null) instanceof MethodSource)
        .toList();
  }

  /// Runs the tests among the compiled classes below `folder` that have `only` in their names, or
  /// one of several such words with commas between, as far as the filters let them through.
  ///
  /// @throws IllegalArgumentException when no class has one of the words
  static List<Outcome> run(ClassLoader loader, Path folder, String only, Filter<?>... filters)
      throws IOException {
    var outcomes = new ArrayList<Outcome>();
    var thread = Thread.currentThread();
    var before = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    try {
      launcher()
          .execute(
              request(loader, folder, only, filters),
              new TestExecutionListener() {
                @Override
                public void executionSkipped(TestIdentifier test, String why) {
                  outcomes.add(Outcome.skipped(name(test), why));
                }

                @Override
                public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                  var error = result.getThrowable().orElse(null);
                  if (result.getStatus() == TestExecutionResult.Status.ABORTED) {
                    outcomes.add(Outcome.skipped(name(test), String.valueOf(error)));
                  } else if (error != null) {
                    outcomes.add(Outcome.failed(name(test), error.toString()));
                  } else if (test.isTest()) {
                    outcomes.add(Outcome.passed(name(test)));
                  }
                }
              });
    } finally {
      thread.setContextClassLoader(before);
    }
    return outcomes;
  }

  private static String name(TestIdentifier test) {
    return test.getLegacyReportingName();
  }

  private static Launcher launcher() {
    return LauncherFactory.create(
        LauncherConfig.builder()
            .enableTestEngineAutoRegistration(false)
            .addTestEngines(new JupiterTestEngine())
            .build());
  }

  private static LauncherDiscoveryRequest request(
      ClassLoader loader, Path folder, String only, Filter<?>... filters) throws IOException {
    var selectors = new ArrayList<DiscoverySelector>();
    var words = List.of(only.split(",", -1));
    try (var s = Files.walk(folder)) {
      var tests = s.filter(p -> p.toString().endsWith("Test.class")).sorted().toList();
      for (var word : words) {
        if (!only.isEmpty() && tests.stream().noneMatch(p -> has(p, word))) {
          throw new IllegalArgumentException("no test class here has '" + word + "' in its name");
        }
      }
      for (var p : tests.stream().filter(p -> words.stream().anyMatch(w -> has(p, w))).toList()) {
        var file = folder.relativize(p).toString();
        var type = file.substring(0, file.length() - ".class".length());
        selectors.add(selectClass(loader, type.replace('/', '.').replace('\\', '.')));
      }
    }
    return LauncherDiscoveryRequestBuilder.request().selectors(selectors).filters(filters).build();
  }

  private static boolean has(Path test, String word) {
    var name = test.getFileName().toString();
    return name.substring(0, name.length() - ".class".length()).contains(word);
  }
}
