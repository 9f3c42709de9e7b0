package tapeline.instructor.judge.entry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tapeline.instructor.judge.verdict.RuleBroken;

class AllowListTest {
  @TempDir Path folder;

  private void check(String body) throws IOException, RuleBroken {
    var source = "class Entry { static Object run() throws Throwable { " + body + " } }";
    var file =
        new SimpleJavaFileObject(
            URI.create("mem:///Entry.java"), javax.tools.JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignore) {
            return source;
          }
        };
    var options = List.of("-proc:none", "-d", folder.toString());
    var task =
        ToolProvider.getSystemJavaCompiler()
            .getTask(null, null, _ -> {}, options, null, List.of(file));
    assertThat(task.call()).as("compiles: %s", source).isTrue();
    AllowList.check(AllowList.read(folder));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "return java.util.stream.IntStream.range(0, 9).mapToObj(i -> \"n\" + i).toList();",
        "record P(int x, String y) {} return new P(1, \"a\").equals(new P(2, \"b\"));",
        "Object o = 1; return switch (o) { case Integer i when i > 0 -> i; case String s -> s;"
            + " default -> 0; };",
        "return new float[3][4].clone();",
        "return Entry.class.getResourceAsStream(\"/data/weights\");",
        "return System.nanoTime() + Math.fma(1f, 2f, 3f);",
        "return System.lineSeparator();",
        "var out = new java.io.StringWriter(); out.write(\"a\"); return out.toString();",
        "return new Thread(() -> {});",
        "return java.util.concurrent.Executors.newFixedThreadPool(2);",
        "return new java.io.DataInputStream(new java.io.ByteArrayInputStream(new"
            + " byte[9])).readFloat();",
        "return new java.io.PrintStream(new java.io.ByteArrayOutputStream());",
        "return new java.util.Formatter().format(\"%d\", 1);",
        "class T extends Thread { void getThreadGroups() {} } new T().start(); return 0;",
        "enum E { A, B } return E.valueOf(\"A\");",
        "return Runtime.getRuntime().availableProcessors();"
      })
  void what_entries_need_is_allowed(String body) throws IOException, RuleBroken {
    check(body);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "System.exit(0); return 0; | java.lang.System.exit",
        "System.setOut(null); return 0; | java.lang.System.setOut",
        "return System.getenv(); | java.lang.System.getenv",
        "Runtime.getRuntime().exec(\"x\"); return 0; | java.lang.Runtime.exec",
        "return (Runnable) Runtime.getRuntime()::gc; | java.lang.Runtime.gc",
        "return new ProcessBuilder(); | java.lang.ProcessBuilder",
        "return ProcessHandle.current(); | java.lang.ProcessHandle",
        "return java.nio.file.Path.of(\"x\"); | java.nio.file.Path",
        "return new java.io.File(\"x\"); | java.io.File",
        "return new java.net.Socket(); | java.net.Socket",
        "return Class.forName(\"x\"); | java.lang.Class.forName",
        "return Entry.class.getDeclaredFields(); | java.lang.Class.getDeclaredFields",
        "return Entry.class.getClassLoader(); | java.lang.Class.getClassLoader",
        "return java.lang.invoke.MethodHandles.lookup(); | java.lang.invoke.MethodHandles",
        "return java.lang.foreign.Arena.global(); | java.lang.foreign.Arena",
        "return StackWalker.getInstance(); | java.lang.StackWalker",
        "return java.util.ServiceLoader.load(Runnable.class); | java.util.ServiceLoader",
        "return new java.net.URL[3]; | java.net.URL",
        "Thread.currentThread().setContextClassLoader(null); return 0; |"
            + " java.lang.Thread.setContextClassLoader",
        "class L extends ClassLoader {} return new L(); | java.lang.ClassLoader",
        "return new java.io.PrintStream(\"x\"); | java.io.PrintStream.<init>",
        "return new java.util.Formatter(\"x\"); | java.util.Formatter.<init>",
        "return new java.util.zip.ZipFile(\"x\"); | java.util.zip.ZipFile",
        "class T extends Thread {} return T.getAllStackTraces(); | T.getAllStackTraces",
        "class T extends Thread {} new T().setContextClassLoader(null); return 0; |"
            + " T.setContextClassLoader",
        "return java.util.concurrent.ForkJoinWorkerThread.getAllStackTraces(); |"
            + " ForkJoinWorkerThread.getAllStackTraces"
      })
  void what_they_must_not_name_is_refused_by_name(String body, String name) {
    var broken = catchThrowableOfType(RuleBroken.class, () -> check(body));
    assertThat(broken).as(body).isNotNull();
    assertThat(broken.reason()).contains(name).contains("which an entry may not use");
  }

  @Test
  void what_is_no_class_is_refused() throws IOException {
    Files.write(folder.resolve("X.class"), new byte[] {1, 2, 3, 4});
    assertThat(catchThrowableOfType(RuleBroken.class, () -> AllowList.read(folder)).reason())
        .isEqualTo("X.class is no class file");
  }
}
