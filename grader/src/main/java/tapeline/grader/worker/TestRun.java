package tapeline.grader.worker;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestEngine;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.PostDiscoveryFilter;
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

  /// A step between finding the tests and running them.
  interface Step {
    void take() throws IOException;
  }

  /// Runs those tests of `classes` that carry one of `tags`.
  ///
  /// @param only those tests alone that it names as `Class.method`, unless it is empty
  /// @param found runs when the tests are found, and before any code of them runs
  void run(
      ClassLoader loader, List<String> classes, List<String> tags, List<String> only, Step found)
      throws IOException {
    var thread = Thread.currentThread();
    var before = thread.getContextClassLoader();
    var watchdog = new Watchdog(wire, output, limitMillis);
    try {
      thread.setContextClassLoader(loader);
      var launcher =
          LauncherFactory.create(
              LauncherConfig.builder()
                  .enableLauncherSessionListenerAutoRegistration(false)
                  .enableLauncherDiscoveryListenerAutoRegistration(false)
                  .enablePostDiscoveryFilterAutoRegistration(false)
                  .enableTestExecutionListenerAutoRegistration(false)
                  .enableTestEngineAutoRegistration(false)
                  .addTestEngines(engine)
                  .build());
      var plan = launcher.discover(request(loader, classes, tags, only));
      found.take();
      launcher.execute(plan, new TestReporter(wire, output, watchdog, Failures.of(loader)));
    } catch (OutOfMemoryError e) {
      watchdog.exhausted(e);
    } finally {
      watchdog.end();
      thread.setContextClassLoader(before);
    }
  }

  /// The methods that are named; what is no method is kept.
  private static PostDiscoveryFilter methods(Collection<String> names) {
    return test ->
        FilterResult.includedIf(
            !(test.getSource().orElse(null) instanceof MethodSource m)
                || names.contains(simple(m.getClassName()) + "." + m.getMethodName()));
  }

  /// The outermost class of a test, as `BackwardTest` of `BackwardTest.Fan.out`.
  private static String holder(String name) {
    return name.substring(0, name.indexOf('.'));
  }

  static String simple(String type) {
    return type.substring(type.lastIndexOf('.') + 1).replace('$', '.');
  }

  private static LauncherDiscoveryRequest request(
      ClassLoader loader, List<String> classes, List<String> tags, List<String> only) {
    var holders = only.stream().map(TestRun::holder).collect(Collectors.toSet());
    var request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(
                classes.stream()
                    .filter(c -> only.isEmpty() || holders.contains(simple(c)))
                    .map(c -> selectClass(loader, c))
                    .toList())
            .filters(TagFilter.includeTags(tags));
    if (!only.isEmpty()) {
      request.filters(methods(only));
    }
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
