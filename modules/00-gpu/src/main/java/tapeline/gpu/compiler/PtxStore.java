package tapeline.gpu.compiler;

import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/// Files by name, among them PTX: with it, kernels that have not changed need no compiler.
interface PtxStore {
  /// A folder of PTX, or a zip.
  static PtxStore at(Path place) {
    return place.toString().endsWith(".zip") ? PtxArchive.at(place) : new PtxCache(place);
  }

  /// The names of its files.
  Set<String> files();

  /// The text of one of them.
  Optional<String> text(String file);

  /// The PTX of this very text; empty when there is none.
  default Optional<PtxFile> find(CudaSource source) {
    var hash = source.hash();
    return text(PtxFile.name(source, hash)).flatMap(text -> PtxFile.parse(source, hash, text));
  }

  /// Returns whether there is PTX for a file of this name.
  default boolean hasOther(CudaSource source) {
    return files().stream().anyMatch(name -> PtxFile.isNamedFor(source, name));
  }
}
