package tapeline.gpu.compiler;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;

/// A downloadable compiler on one machine: it is there or it is not, and can be fetched.
final class CompilerDownload {
  private final Downloadable what;
  private final String platform;
  private final Downloadable.Build build;
  private final Path folder;
  private final Repository repository;

  /// Where jars are.
  @FunctionalInterface
  interface Repository {
    URI find() throws IOException;
  }

  /// @param cache in which it has a folder
  CompilerDownload(Downloadable what, Platform platform, Path cache, Repository repository) {
    this.what = what;
    this.platform = platform.artifact();
    this.build = Objects.requireNonNull(what.builds().get(this.platform), this.platform);
    this.folder =
        cache.resolve("compilers").resolve(what.name().toLowerCase(Locale.ROOT).replace(' ', '-'));
    this.repository = repository;
  }

  /// What chooses it.
  String word() {
    return what.word();
  }

  /// Its name, with its version.
  String name() {
    return what.name();
  }

  /// The one that was downloaded before.
  ///
  /// @throws UnusableCompiler when it is there and does not run
  Optional<CudaCompiler> present() {
    return isAbsent() ? Optional.empty() : what.open().apply(folder);
  }

  /// Whether it is this one.
  boolean is(CudaCompiler compiler) {
    return compiler.name().contains(folder.toString());
  }

  /// Whether a file of it is missing.
  boolean isAbsent() {
    return !build.files().stream().allMatch(f -> Files.isRegularFile(folder.resolve(f.name())));
  }

  /// Downloads it, if the answer to the question is yes.
  ///
  /// @throws UncheckedIOException when the download fails: says why, and leaves nothing behind
  /// @throws UnusableCompiler when it does not run here
  Optional<CudaCompiler> offer(Predicate<String> ask) {
    if (!ask.test("Download " + details() + "?")) {
      return Optional.empty();
    }
    fetch();
    return present();
  }

  /// What is to be known before a download.
  String details() {
    return "%s from Maven Central (%d MB; %d MB in %s; %s)"
        .formatted(what.name(), build.fetched(), build.kept(), folder, what.licence());
  }

  /// Downloads it.
  ///
  /// @throws UncheckedIOException when that fails: says why, and leaves nothing behind
  void fetch() {
    try {
      var zip = new RemoteZip(repository.find().resolve(what.jar().formatted(platform)));
      var wanted = new LinkedHashMap<Downloadable.File, RemoteZip.Entry>();
      for (var file : build.files()) {
        wanted.put(file, zip.entry(file.entry()));
      }
      NewFolder.fill(folder, part -> new FileFetch(what.name(), zip).to(part, wanted));
    } catch (IOException e) {
      throw new UncheckedIOException(
          "%s was not downloaded, and nothing of it is kept: %s"
              .formatted(what.name(), e.getMessage()),
          e);
    }
  }
}
