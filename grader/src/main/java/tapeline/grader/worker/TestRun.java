package tapeline.grader.worker;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.platform.engine.TestEngine;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import tapeline.grader.worker.order.SourceOrder;

/// One run of a module's tests with JUnit.
final class TestRun {
  private final TestEngine engine;
  private final Wire wire;
  private final OutputCapture output;
  private final long limitMillis;

  TestRun(TestEngine engine, Wire wire, OutputCapture output, long limitMillis) {
    this.engine = engine;
    this.wire = wire;
    this.output = output;
    this.limitMillis = limitMillis;
  }

  /// The test classes in a folder of classes, by their names, sorted.
  static List<String> classesIn(Path tests) throws IOException {
    try (var s = Files.walk(tests)) {
      return s.map(p -> tests.relativize(p).toString())
          .filter(p -> p.endsWith("Test.class"))
          .map(p -> p.substring(0, p.length() - ".class".length()))
          .map(p -> p.replace('/', '.').replace('\\', '.'))
          .sorted()
          .toList();
    }
  }

  /// Runs those tests of `classes` that carry one of `tags`.
  void run(ClassLoader loader, List<String> classes, List<String> tags) {
    var thread = Thread.currentThread();
    var before = thread.getContextClassLoader();
    var watchdog = new Watchdog(wire, output, limitMillis);
    try {
      thread.setContextClassLoader(loader);
      LauncherFactory.create(
              LauncherConfig.builder()
                  .enableLauncherSessionListenerAutoRegistration(false)
                  .enableLauncherDiscoveryListenerAutoRegistration(false)
                  .enablePostDiscoveryFilterAutoRegistration(false)
                  .enableTestExecutionListenerAutoRegistration(false)
                  .enableTestEngineAutoRegistration(false)
                  .addTestEngines(engine)
                  .build())
          .execute(request(loader, classes, tags), new TestReporter(wire, output, watchdog));
    } catch (OutOfMemoryError e) {
      watchdog.exhausted(e);
    } finally {
      watchdog.end();
      thread.setContextClassLoader(before);
    }
  }

  private static LauncherDiscoveryRequest request(
      ClassLoader loader, List<String> classes, List<String> tags) {
    var request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(classes.stream().map(c -> selectClass(loader, c)).toList())
            .filters(TagFilter.includeTags(tags));
    if ("false".equals(System.getProperty("tapeline.slow"))) {
      request.filters(TagFilter.excludeTags(TestReporter.SLOW));
    }
    return request
        .configurationParameter(
            "junit.jupiter.testmethod.order.default", SourceOrder.class.getName())
        .configurationParameter("junit.jupiter.extensions.autodetection.enabled", "false")
        .enableImplicitConfigurationParameters(
            false) // no junit-platform.properties of a submission
        .build();
  }
}
