package tapeline.instruments.machine;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The versions of CUDA's libraries on this machine, which their files' names tell: a card's
/// figures hold for one version of them.
final class CudaLibraries {
  private static final List<String> NAMES = List.of("cudart", "cublas", "cudnn");
  private static final List<String> USUAL =
      List.of(
          "/usr/local/cuda/lib64",
          "/usr/lib/x86_64-linux-gnu",
          "/usr/lib/aarch64-linux-gnu",
          "/usr/lib64");

  private CudaLibraries() {}

  /// Returns where programs look for them: the folders of `LD_LIBRARY_PATH`, then the usual ones.
  static List<Path> folders() {
    var own = Objects.requireNonNullElse(System.getenv("LD_LIBRARY_PATH"), "");
    return Stream.concat(Stream.of(own.split(File.pathSeparator, -1)), USUAL.stream())
        .filter(folder -> !folder.isEmpty())
        .map(Path::of)
        .toList();
  }

  /// Returns for example `cudart 13.0.96, cublas 13.1.0.3`, of each the newest in the first folder
  /// that has it; empty where none is.
  static String in(List<Path> folders) {
    var found = new ArrayList<String>();
    for (var name : NAMES) {
      folders.stream()
          .map(folder -> newest(folder, name))
          .filter(version -> !version.isEmpty())
          .findFirst()
          .ifPresent(version -> found.add(name + " " + version));
    }
    return String.join(", ", found);
  }

  private static String newest(Path folder, String name) {
    var file = Pattern.compile("lib%s\\.so\\.(\\d+(?:\\.\\d+)+)".formatted(name));
    var files = Objects.requireNonNullElse(folder.toFile().list(), new String[0]);
    return Stream.of(files)
        .map(file::matcher)
        .filter(matcher -> matcher.matches())
        .map(matcher ->
            Arrays.stream(matcher.group(1).split("\\.", -1)).map(Integer::valueOf).toList())
        .max(CudaLibraries::compare)
        .map(numbers -> numbers.stream().map(String::valueOf).collect(Collectors.joining(".")))
        .orElse("");
  }

  private static int compare(List<Integer> a, List<Integer> b) {
    return Arrays.compare(
        a.toArray(new Integer[0]), b.toArray(new Integer[0]), Comparator.naturalOrder());
  }
}
