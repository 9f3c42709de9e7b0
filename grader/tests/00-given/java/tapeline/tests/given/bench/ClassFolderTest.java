package tapeline.tests.given.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import tapeline.bench.Conditions;
import tapeline.bench.compare.ClassFolder;
import tapeline.bench.compare.Contender;
import tapeline.bench.compare.Duel;
import tapeline.bench.compare.Plan;
import tapeline.bench.compare.Workload;

class ClassFolderTest {
  private static final Plan SHORT = new Plan(new int[] {2}, new double[] {0.05}, 4, 100, 10);

  /// A number of its own class, which only an array names.
  record Part(double value) {}

  /// Work that needs a superclass, a lambda and an array of records.
  public static final class Parts extends Spin {
    @Override
    public double run(int units) {
      Part[] parts = {new Part(1), new Part(2)};
      double sum = 0;
      for (int u = 0; u < units; u++) {
        for (var p : parts) {
          sum += p.value();
        }
      }
      return sum;
    }
  }

  private static Path in(Path folder, Class<?> type) {
    return folder.resolve(type.getName().replace('.', '/') + ".class");
  }

  @Test
  void it_holds_what_the_work_names_and_nothing_of_the_jdk() throws IOException {
    var folder = ClassFolder.of(Parts.class);
    assertThat(List.of(in(folder, Parts.class), in(folder, Spin.class), in(folder, Part.class)))
        .as("the class, its superclass, and the class of an array's elements")
        .allMatch(Files::exists);
    assertThat(in(folder, Workload.class)).as("the interface of its superclass").exists();
    assertThat(folder.resolve("java")).as("classes of the JDK").doesNotExist();
  }

  @Test
  void another_jvm_runs_a_class_that_has_no_file() throws Exception {
    var loader = new NoFiles();
    var type = loader.loadClass(Parts.class.getName()).asSubclass(Workload.class);
    assertThat(type).as("a class of its own loader").isNotEqualTo(Parts.class);
    var folder = ClassFolder.of(type);
    var side =
        new Contender(
            "parts", type.getName(), List.of(folder), List.of(), Conditions.cpu("sum", "int", 1));
    assertThat(new Duel(side, side, SHORT, 1, _ -> {}).run().forks()).hasSize(2);
  }

  /// Loads the classes of this test from memory, as JShell does.
  private static final class NoFiles extends ClassLoader {
    NoFiles() {
      super(ClassFolderTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith(ClassFolderTest.class.getName()) || findLoadedClass(name) != null) {
        return super.loadClass(name, resolve);
      }
      try (var in = getResourceAsStream(name.replace('.', '/') + ".class")) {
        var bytes = in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }
}
