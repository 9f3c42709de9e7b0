package tapeline.grader.worker;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.engine.JupiterTestEngine;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/// One run of a module's tests with JUnit, in a class loader of its own.
final class TestRun {
  private final Wire wire;
  private final OutputCapture output;
  private final Path tests;
  private final long limitMillis;

  TestRun(Wire wire, OutputCapture output, Path tests, long limitMillis) {
    this.wire = wire;
    this.output = output;
    this.tests = tests;
    this.limitMillis = limitMillis;
  }

  /// Runs the tests that carry one of `tags`.
  void run(List<Path> classPath, List<String> tags) throws IOException {
    var urls = new ArrayList<URL>();
    urls.add(tests.toUri().toURL());
    for (var p : classPath) {
      urls.add(p.toUri().toURL());
    }
    var thread = Thread.currentThread();
    var before = thread.getContextClassLoader();
    var watchdog = new Watchdog(wire, output, limitMillis);
    try (var loader = new URLClassLoader(urls.toArray(URL[]::new), before)) {
      thread.setContextClassLoader(loader);
      LauncherFactory.create(
              LauncherConfig.builder()
                  .enableLauncherSessionListenerAutoRegistration(false)
                  .enableLauncherDiscoveryListenerAutoRegistration(false)
                  .enablePostDiscoveryFilterAutoRegistration(false)
                  .enableTestExecutionListenerAutoRegistration(false)
                  .enableTestEngineAutoRegistration(false)
                  .addTestEngines(new JupiterTestEngine())
                  .build())
          .execute(request(loader, tags), new TestReporter(wire, output, watchdog));
    } catch (OutOfMemoryError e) {
      watchdog.exhausted(e);
    } finally {
      watchdog.end();
      thread.setContextClassLoader(before);
    }
  }

  private LauncherDiscoveryRequest request(ClassLoader loader, List<String> tags)
      throws IOException {
    var selectors = new ArrayList<DiscoverySelector>();
    try (var s = Files.walk(tests)) {
      for (var p : s.filter(p -> p.toString().endsWith("Test.class")).sorted().toList()) {
        var file = tests.relativize(p).toString();
        var type = file.substring(0, file.length() - ".class".length());
        selectors.add(selectClass(loader, type.replace('/', '.').replace('\\', '.')));
      }
    }
    var request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(selectors)
            .filters(TagFilter.includeTags(tags));
    if ("false".equals(System.getProperty("tapeline.slow"))) {
      request.filters(TagFilter.excludeTags(TestReporter.SLOW));
    }
    return request
        .configurationParameter(
            "junit.jupiter.testmethod.order.default", SourceOrder.class.getName())
        .configurationParameter("junit.jupiter.extensions.autodetection.enabled", "false")
        .build();
  }
}
