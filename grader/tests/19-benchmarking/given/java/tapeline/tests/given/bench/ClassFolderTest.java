package tapeline.tests.given.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import tapeline.bench.Conditions;
import tapeline.bench.compare.Contender;
import tapeline.bench.compare.Duel;
import tapeline.bench.compare.Plan;
import tapeline.bench.compare.Workload;
import tapeline.toolkit.ClassFolder;

class ClassFolderTest {
  private static final String FILE = Spin.class.getName().replace('.', '/') + ".class";
  private static final Plan SHORT = new Plan(new int[] {2}, new double[] {0.05}, 4, 100, 10);

  /// Work that names a superclass, and a class by an array of arrays alone.
  public static final class Parts extends Spin {
    @Override
    public double run(int units) {
      return new Right[units][1].length;
    }
  }

  private static Path in(Path folder, Class<?> type) {
    return folder.resolve(type.getName().replace('.', '/') + ".class");
  }

  @Test
  void it_holds_what_the_work_names_and_nothing_of_the_jdk() throws IOException {
    var folder = ClassFolder.of(Parts.class);
    assertThat(
            List.of(
                in(folder, Parts.class),
                in(folder, Spin.class),
                folder.resolve("tapeline/tests/given/bench/Right.class")))
        .as("the class, its superclass, and the class of an array's elements")
        .allMatch(Files::exists);
    assertThat(in(folder, Workload.class)).as("the interface of its superclass").exists();
    assertThat(folder.resolve("java")).as("classes of the JDK").doesNotExist();
    assertThat(folder.resolveSibling(folder.getFileName() + ".lock"))
        .as("by which the next JVM knows a folder that a killed one has left")
        .exists();
  }

  @Test
  void another_jvm_runs_a_class_that_has_no_file() throws Exception {
    var loader = new NoFiles();
    var type = loader.loadClass(Spin.class.getName()).asSubclass(Workload.class);
    assertThat(type).as("a class of its own loader").isNotEqualTo(Spin.class);
    var side =
        new Contender(
            "spin",
            type.getName(),
            List.of(ClassFolder.of(type)),
            List.of(),
            Conditions.cpu("additions", "int64", 1));
    assertThat(new Duel(side, side, SHORT, 1, _ -> {}).run().forks()).hasSize(2);
    assertThat(loader.asked)
        .as("class files that the class's own loader was asked for")
        .contains(FILE, Workload.class.getName().replace('.', '/') + ".class");
  }

  /// Loads a class from memory, as JShell does.
  private static final class NoFiles extends ClassLoader {
    final List<String> asked = new ArrayList<>();

    NoFiles() {
      super(ClassFolderTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.equals(Spin.class.getName()) || findLoadedClass(name) != null) {
        return super.loadClass(name, resolve);
      }
      try (var in = ClassFolderTest.class.getResourceAsStream("/" + FILE)) {
        var bytes = Objects.requireNonNull(in).readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }

    @Override
    public InputStream getResourceAsStream(String name) {
      asked.add(name);
      return super.getResourceAsStream(name);
    }
  }
}
