package tapeline.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import javax.tools.ToolProvider;
import org.dflib.jjava.jupyter.kernel.BaseKernel;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;
import tapeline.grader.run.Classes;

/// Cells that add a library which the kernel has in another version.
class OtherVersionTest {
  @TempDir Path folder;

  @AutoClose private final TestNotebook notebook = new TestNotebook();

  @ParameterizedTest
  @CsvSource({
    "xchart-3.5.2, org.knowm.xchart.QuickChart",
    "guava-20.0, com.google.common.collect.ImmutableList",
    "jackson-databind-2.9.0, com.fasterxml.jackson.databind.ObjectMapper"
  })
  void a_cell_is_compiled_and_run_with_the_version_that_it_added(String jar, String type)
      throws IOException {
    run("%classpath " + jar(jar, type, "public static String version() { return \"own\"; }"));

    assertThat(run(type + ".version()")).isEqualTo("own");
    assertThat(run(type + ".class.getProtectionDomain().getCodeSource().getLocation()"))
        .asString()
        .endsWith(jar + ".jar");

    var file = folder.resolve("a.ipynb");
    Files.writeString(file, "{\"cells\": [{\"cell_type\": \"code\", \"source\": \"1 + 2\"}]}");
    assertThat(run("%load " + file)).as("the kernel has its own version").isEqualTo(3);
  }

  @Test
  void a_version_beside_one_that_cells_use_is_refused_and_both_are_named() throws IOException {
    var type = "org.knowm.xchart.QuickChart";
    run(type + ".class.getName()");
    var other = jar("xchart-3.5.2", type, "");

    assertThat(notebook.failure("%jars " + other).getMessage())
        .startsWith("xchart-3.5.2.jar cannot be added: cells use xchart-")
        .endsWith(".jar already. Restart the kernel, and add it first.");
    assertThat(
            run(type + ".getChart(\"\", \"\", \"\", \"y\", new double[1], new double[1]) != null"))
        .isEqualTo(true);
  }

  @Test
  void what_the_kernel_runs_on_is_left_out_and_both_are_named() throws IOException {
    var other = jar("jjava-jupyter-0.9", BaseKernel.class.getName(), "");

    assertThat(notebook.printed("%classpath " + other))
        .startsWith("jjava-jupyter-0.9.jar is left out: the kernel runs on jjava-jupyter-1");
    assertThat(run("render(\"<b>1</b>\", \"text/html\") != null")).isEqualTo(true);
  }

  @Test
  void a_value_of_the_kernels_version_is_told_from_one_of_the_cells() throws IOException {
    var type = "org.knowm.xchart.XYChart";
    run("%classpath " + jar("xchart-3.5.2", type, "public String own() { return null; }"));

    assertThat(notebook.error("tapeline.toolkit.Charts.linear(\"\", \"\", \"\").own()"))
        .startsWith("LinkageError: loader constraint violation")
        .contains("Cells have another version of this library than what they call here.");
  }

  @Test
  void a_jar_that_the_kernel_has_too_is_not_read_twice() throws URISyntaxException {
    run("%classpath " + jarOf(org.knowm.xchart.QuickChart.class));

    assertThat(run("org.knowm.xchart.QuickChart.class"))
        .isSameAs(org.knowm.xchart.QuickChart.class);
  }

  @Test
  void a_package_of_the_JDK_in_a_jar_is_the_JDKs() throws IOException {
    run("%classpath " + packed("xml-apis-1.4", "org.w3c.dom.DOMException", new byte[0]));

    assertThat(run("org.w3c.dom.DOMException.class")).isSameAs(org.w3c.dom.DOMException.class);
  }

  @Test
  void a_logger_writes_where_a_library_for_it_was_added() throws Exception {
    var provider =
        """
        package lesson;
        public class Loud implements org.slf4j.spi.SLF4JServiceProvider {
          public org.slf4j.ILoggerFactory getLoggerFactory() {
            return name -> new org.slf4j.helpers.AbstractLogger() {
              public String getName() { return name; }
              public boolean isTraceEnabled() { return true; }
              public boolean isTraceEnabled(org.slf4j.Marker m) { return true; }
              public boolean isDebugEnabled() { return true; }
              public boolean isDebugEnabled(org.slf4j.Marker m) { return true; }
              public boolean isInfoEnabled() { return true; }
              public boolean isInfoEnabled(org.slf4j.Marker m) { return true; }
              public boolean isWarnEnabled() { return true; }
              public boolean isWarnEnabled(org.slf4j.Marker m) { return true; }
              public boolean isErrorEnabled() { return true; }
              public boolean isErrorEnabled(org.slf4j.Marker m) { return true; }
              protected String getFullyQualifiedCallerName() { return ""; }
              protected void handleNormalizedLoggingCall(org.slf4j.event.Level level,
                  org.slf4j.Marker m, String text, Object[] arguments, Throwable thrown) {
                System.out.println(level + " " + text);
              }
            };
          }
          public org.slf4j.IMarkerFactory getMarkerFactory() { return null; }
          public org.slf4j.spi.MDCAdapter getMDCAdapter() { return new org.slf4j.helpers.NOPMDCAdapter(); }
          public String getRequestedApiVersion() { return "2.0"; }
          public void initialize() {}
        }
        """;
    compile("lesson.Loud", provider);
    var services = Files.createDirectories(folder.resolve("classes/META-INF/services"));
    Files.writeString(services.resolve("org.slf4j.spi.SLF4JServiceProvider"), "lesson.Loud");
    run("%classpath " + jarOf(LoggerFactory.class) + " " + folder.resolve("classes"));

    assertThat(notebook.printed("org.slf4j.LoggerFactory.getLogger(\"T\").warn(\"hello\");"))
        .isEqualTo("WARN hello\n");
  }

  @Test
  void the_class_path_that_programs_read_has_what_was_added() throws IOException {
    var jar = jar("xchart-3.5.2", "org.knowm.xchart.QuickChart", "");
    run("%classpath " + jar);

    assertThat(run("System.getProperty(\"java.class.path\")")).asString().contains("" + jar);
    assertThat(Classes.libraries()).as("the grader's libraries").doesNotContain(jar);
    notebook.close();
    assertThat(System.getProperty("java.class.path")).doesNotContain("" + jar);
  }

  private @Nullable Object run(String cell) {
    return notebook.run(cell);
  }

  private static Path jarOf(Class<?> type) throws URISyntaxException {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  /// A jar with one class.
  private Path jar(String name, String type, String members) throws IOException {
    int dot = type.lastIndexOf('.');
    var file =
        compile(
            type,
            "package %s; public class %s { %s }"
                .formatted(type.substring(0, dot), type.substring(dot + 1), members));
    return packed(name, type, Files.readAllBytes(file));
  }

  private Path packed(String name, String type, byte[] file) throws IOException {
    var jar = folder.resolve(name + ".jar");
    try (var out = new JarOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new ZipEntry(type.replace('.', '/') + ".class"));
      out.write(file);
    }
    return jar;
  }

  private Path compile(String type, String source) throws IOException {
    var classes = Files.createDirectories(folder.resolve("classes"));
    var java = folder.resolve(type.replaceFirst(".*\\.", "") + ".java");
    Files.writeString(java, source);
    int code =
        ToolProvider.getSystemJavaCompiler().run(null, null, null, "-d", "" + classes, "" + java);
    assertThat(code).as(source).isZero();
    return classes.resolve(type.replace('.', '/') + ".class");
  }
}
