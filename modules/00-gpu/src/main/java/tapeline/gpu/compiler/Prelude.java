package tapeline.gpu.compiler;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Headers for compilers that come without any.
final class Prelude {
  private Prelude() {}

  /// The folder into which [#write(Path)] puts the headers.
  static final String FOLDER = "prelude";

  private static final String CLANG = "clang_prelude.h";
  private static final String STANDARD = "tapeline_std.h";

  /// Headers that a kernel may include by habit. All empty: [#standard()] comes before every text.
  static final List<String> EMPTY =
      List.of(
          "assert.h",
          "cassert",
          "cfloat",
          "climits",
          "cmath",
          "cstdint",
          "cstdio",
          "cuda.h",
          "cuda_runtime.h",
          "device_launch_parameters.h",
          "float.h",
          "limits.h",
          "math.h",
          "stddef.h",
          "stdint.h",
          "stdio.h",
          "stdlib.h");

  /// CUDA's headers that a kernel may include, by the names they have there.
  private static final List<String> INCLUDED =
      List.of(
          "cuda_bf16.h",
          "cuda_fp16.h",
          "cuda_pipeline.h",
          "cuda_sync.h",
          "curand_kernel.h",
          "mma.h",
          "tapeline_half.h");

  static Map<String, String> included() {
    return INCLUDED.stream().collect(Collectors.toMap(name -> name, Prelude::resource));
  }

  /// All headers for a compiler that has CUDA's language of itself.
  static Map<String, String> bare() {
    var headers = new TreeMap<>(included());
    EMPTY.forEach(name -> headers.put(name, ""));
    headers.put(STANDARD, standard());
    return headers;
  }

  /// The names of C's standard headers.
  static String standard() {
    return resource(STANDARD);
  }

  /// CUDA's language, for clang.
  static String clang() {
    return resource(CLANG);
  }

  /// The text of all headers that are not empty.
  static String all() {
    return resource(CLANG) + standard() + String.join("", new TreeMap<>(included()).values());
  }

  /// Writes all headers to a folder of `where`.
  static void write(Path where) throws IOException {
    var folder = Files.createDirectory(where.resolve(FOLDER));
    for (var name : List.of(CLANG, STANDARD)) {
      Files.writeString(folder.resolve(name), resource(name));
    }
    for (var header : included().entrySet()) {
      Files.writeString(folder.resolve(header.getKey()), header.getValue());
    }
    for (var name : EMPTY) {
      Files.createFile(folder.resolve(name));
    }
  }

  private static String resource(String name) {
    try (var in = Objects.requireNonNull(Prelude.class.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
