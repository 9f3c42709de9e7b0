package tapeline.grader.worker;

import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/// The `main` of a compiler of kernels in a sandbox: CUDA C comes in and PTX goes out over standard
/// input and output. The compiler is the one that the course's toolkit finds.
///
/// The first frame out is `ready`. An order is one frame: the kernel's name, as `cuda/softmax.cu`,
/// and its text. The answer is `ptx`, the name of the file that the toolkit keeps it in, its text;
/// or `error`, line or −1, what the compiler says; or `none`, why there is nothing: an exercise not
/// written yet, no compiler.
public final class KernelCompiling {
  private static final String LIBRARY = "tapeline.gpu.compiler.KernelLibrary";
  private static final String ERROR = "CudaCompileError";
  private static final int LONGEST = 20_000;

  private KernelCompiling() {}

  public static void main(String[] args) throws IOException {
    var wire =
        new Wire(new FileInputStream(FileDescriptor.in), new FileOutputStream(FileDescriptor.out));
    System.setIn(InputStream.nullInputStream());
    System.setOut(System.err);
    wire.send(List.of("ready"));
    while (true) {
      try {
        var order = wire.receive();
        wire.send(answer(order.getFirst(), order.get(1)));
      } catch (EOFException _) {
        return;
      }
    }
  }

  private static List<String> answer(String name, String text) throws IOException {
    var place = Files.createTempDirectory("kernel");
    var file = place.resolve(name);
    var folder = Objects.requireNonNull(file.getParent(), "a kernel lies in a folder");
    Files.createDirectories(folder);
    Files.writeString(file, text);
    var to = Files.createDirectory(place.resolve("ptx"));
    var parent = KernelCompiling.class.getClassLoader();
    try (var loader = new URLClassLoader(new URL[] {place.toUri().toURL()}, parent)) {
      var library = Class.forName(LIBRARY, true, parent);
      var kernels =
          library
              .getMethod("of", String.class, ClassLoader.class)
              .invoke(null, place.relativize(folder).toString(), loader);
      library.getMethod("writePtx", Path.class).invoke(kernels, to);
      return written(to);
    } catch (InvocationTargetException e) {
      return refused(Objects.requireNonNullElse(e.getCause(), e));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("KernelLibrary.of and writePtx are the toolkit's", e);
    }
  }

  private static List<String> written(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      var all = files.toList();
      return all.isEmpty()
          ? List.of("none", "it is still to be written")
          : List.of(
              "ptx", all.getFirst().getFileName().toString(), Files.readString(all.getFirst()));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static List<String> refused(Throwable e) {
    var text = String.valueOf(e.getMessage());
    if (!e.getClass().getSimpleName().equals(ERROR)) {
      return List.of("none", cut(e.getClass().getSimpleName() + ": " + text));
    }
    var first = e.getStackTrace()[0];
    boolean inKernel = String.valueOf(first.getFileName()).endsWith(".cu");
    return List.of("error", "" + (inKernel ? first.getLineNumber() : -1), cut(text));
  }

  private static String cut(String text) {
    return text.length() <= LONGEST
        ? text
        : text.substring(0, LONGEST) + "… (" + (text.length() - LONGEST) + " characters cut)";
  }
}
