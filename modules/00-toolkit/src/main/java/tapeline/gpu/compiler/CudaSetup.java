package tapeline.gpu.compiler;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import tapeline.gpu.Gpu;

/// Says which CUDA compiler this machine has, and where kernels run. With the word `download` it
/// fetches a compiler where there is none.
///
/// ```text
/// NVRTC of a CUDA toolkit           none
/// nvcc                              none
/// clang that knows NVIDIA's cards   clang 19.1 (/usr/bin/clang-19)
/// ```
public final class CudaSetup {
  private static final String DOWNLOAD = "download";

  private CudaSetup() {}

  static void main(String[] arguments) {
    var words = List.of(arguments);
    if (!words.isEmpty() && !words.equals(List.of(DOWNLOAD))) {
      throw new IllegalArgumentException(
          "nothing or the word download is expected, got " + Arrays.toString(arguments));
    }
    report(words.contains(DOWNLOAD));
    Gpu.best().close();
  }

  private static void report(boolean downloads) {
    Optional<CudaCompiler> first = Optional.empty();
    for (var route : CompilerSearch.installed()) {
      var found = route.find().get();
      System.out.printf("%-34s%s%n", route.name(), found.map(CudaCompiler::name).orElse("none"));
      first = first.or(() -> found);
    }
    var download = CompilerSearch.download(question -> answer(question, downloads));
    System.out.println(
        first
            .or(download.find())
            .map(c -> "CUDA kernels are compiled by " + c.name() + ".")
            .orElse(
                "Kernels that you change cannot be compiled here; those of the reference need no"
                    + " compiler. "
                    + CompilerSearch.INSTALL));
  }

  /// Yes when the download was asked for; else the question is shown with the way to say so.
  private static boolean answer(String question, boolean downloads) {
    if (!downloads) {
      System.out.println(question + " Yes: ./tapeline cuda-setup download");
    }
    return downloads;
  }
}
