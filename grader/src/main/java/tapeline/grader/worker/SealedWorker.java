package tapeline.grader.worker;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleFinder;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import java.util.Set;
import org.junit.platform.engine.TestEngine;

/// The `main` of a worker in a sandbox: runs one module's tests once, on classes that were not
/// read.
///
/// It, JUnit and the tests are named modules, so code under test can neither replace their classes
/// nor reflect into them. The tests have a layer and a loader of their own, in front of the classes
/// under test: the modules that the JVM starts with are the same for all tests, and come from its
/// ahead-of-time cache. Four frames come in before any class of the code under test is loaded: the
/// secret that seals every frame of the answer, and the limit of a test in ms; the test classes;
/// the tags; all classes beside them. When all of these are loaded, it sends `loaded` and waits for
/// a frame: by then their files are gone, and no code under test has run. The rest of the answer is
/// that of [Worker]'s order `test`.
public final class SealedWorker {
  /// The property by which a disarmed Java is told to deny native access. It removes what it reads.
  public static final String NATIVE_ACCESS = "jdk-module-illegal-native-access";

  private SealedWorker() {}

  /// Runs the tests that it is ordered, and ends the JVM.
  ///
  /// @param args the folder of the tests, which is a module
  public static void main(String[] args) throws IOException {
    if (System.getProperty(NATIVE_ACCESS) != null) {
      throw new IllegalStateException("this Java does not read " + NATIVE_ACCESS);
    }
    Locale.setDefault(Locale.ROOT); // a decimal point in numbers, as in the tests
    var wire =
        new Wire(new FileInputStream(FileDescriptor.in), new FileOutputStream(FileDescriptor.out));
    var errors = System.err;
    Thread.currentThread().setUncaughtExceptionHandler((_, e) -> e.printStackTrace(errors));
    System.setIn(InputStream.nullInputStream());
    var output = OutputCapture.install();
    var order = wire.receive();
    var classes = wire.receive();
    var tags = wire.receive();
    var all = wire.receive();
    wire.sealWith(order.getFirst());
    var loader = tests(Path.of(args[0]));
    takeSeed(loader);
    load(all, loader);
    // Of the named modules alone: a submission's META-INF/services is not asked.
    var engine = ServiceLoader.load(ModuleLayer.boot(), TestEngine.class).findFirst().orElseThrow();
    var run = new TestRun(engine, wire, output, Long.parseLong(order.get(1)));
    run.run(
        loader,
        classes,
        tags,
        List.of(),
        () -> {
          wire.send(List.of("loaded"));
          wire.receive();
        });
    wire.send(List.of("done"));
    Runtime.getRuntime().halt(0); // whatever the code under test left behind
  }

  /// The loader of the tests' module, which reads the classes under test and their libraries.
  private static ClassLoader tests(Path place) {
    var under = SealedWorker.class.getClassLoader();
    var boot = ModuleLayer.boot();
    var finder = ModuleFinder.of(place);
    var name = finder.findAll().iterator().next().descriptor().name();
    var found = boot.configuration().resolve(finder, ModuleFinder.of(), Set.of(name));
    var control = ModuleLayer.defineModulesWithOneLoader(found, List.of(boot), under);
    var tests = control.layer().findModule(name).orElseThrow();
    control.addReads(tests, under.getUnnamedModule());
    return tests.getClassLoader();
  }

  /// Loads these classes and initializes none, so that their files are needed no more. One that
  /// names a class which the code under test lacks fails where a test asks for it.
  private static void load(List<String> classes, ClassLoader loader) {
    for (var name : classes) {
      try {
        Class.forName(name, false, loader);
      } catch (ClassNotFoundException | LinkageError _) {
        // the test's failure names it
      }
    }
  }

  /// Makes the tests' class of seeds read its property. Code under test can neither read nor set it
  /// from then on.
  private static void takeSeed(ClassLoader loader) {
    try {
      Class.forName("tapeline.tests.Seeds", true, loader);
    } catch (ClassNotFoundException _) {
      // these tests draw nothing
    }
    System.clearProperty("tapeline.seed");
  }
}
