package tapeline.instructor.homework;

import java.util.List;

/// The JDK's modules that submissions may use, beside `java.base`: a line more is a module more.
///
/// Left out is what lets code out of its own: `jdk.unsupported`, `jdk.attach`, `jdk.compiler`. The
/// libraries are those that the grader's workers run with.
final class JdkModules {
  /// One more, for modules of the course whose poms ask for it.
  static final String VECTORS = "jdk.incubator.vector";

  static final List<String> ALL =
      List.of(
          "java.desktop",
          "java.logging",
          "java.management",
          "java.sql",
          "java.xml",
          "jdk.httpserver",
          "jdk.jfr",
          "jdk.management");

  private JdkModules() {}
}
