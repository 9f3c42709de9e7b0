package tapeline.gpu.compiler.download;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Predicate;
import tapeline.toolkit.ScratchFolder;

/// A downloadable compiler on one machine: it is there or it is not, and can be fetched.
public final class CompilerDownload {
  private final Downloadable what;
  private final String platform;
  private final Downloadable.Build build;
  private final Path folder;
  private final Repository repository;

  /// A place with jars.
  @FunctionalInterface
  public interface Repository {
    URI find() throws IOException;
  }

  /// @param platform such as `macosx-arm64`
  /// @param cache in which it has a folder
  public CompilerDownload(Downloadable what, String platform, Path cache, Repository repository) {
    this.what = what;
    this.platform = platform;
    this.build = Objects.requireNonNull(what.builds().get(this.platform), this.platform);
    this.folder =
        cache.resolve("compilers").resolve(what.name().toLowerCase(Locale.ROOT).replace(' ', '-'));
    this.repository = repository;
  }

  /// The word that chooses it.
  public String word() {
    return what.word();
  }

  /// Its name, with its version.
  public String name() {
    return what.name();
  }

  /// Returns the folder that holds, or would hold, the files.
  public Path folder() {
    return folder;
  }

  /// Returns whether a file of it is missing.
  public boolean isAbsent() {
    return !build.files().stream().allMatch(f -> Files.isRegularFile(folder.resolve(f.name())));
  }

  /// Downloads it, if the answer to the question is yes; whether it was.
  ///
  /// @throws UncheckedIOException when the download fails: says why, and leaves nothing behind
  public boolean offer(Predicate<String> ask) {
    boolean yes = ask.test("Download " + details() + "?");
    if (yes) {
      fetch();
    }
    return yes;
  }

  /// The facts to know before a download: name, megabytes, folder, licence.
  public String details() {
    return "%s from Maven Central (%d MB; %d MB in %s; %s)"
        .formatted(what.name(), build.fetched(), build.kept(), folder, what.licence());
  }

  /// Downloads it.
  ///
  /// @throws UncheckedIOException when that fails: says why, and leaves nothing behind
  public void fetch() {
    try {
      var zip = new RemoteZip(repository.find().resolve(what.jar().formatted(platform)));
      var wanted = new LinkedHashMap<Downloadable.File, RemoteZip.Entry>();
      for (var file : build.files()) {
        wanted.put(file, zip.entry(file.name()));
      }
      var compilers = Files.createDirectories(folder.toAbsolutePath().getParent());
      try (var part = ScratchFolder.in(compilers, "download").untilTheEnd()) {
        new FileFetch(what.name(), zip).to(part.path(), wanted);
        keep(part.path());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(
          "%s was not downloaded, and nothing of it is kept: %s"
              .formatted(what.name(), e.getMessage()),
          e);
    }
  }

  /// Another process may have downloaded it meanwhile, and use it: then that one stays.
  private void keep(Path downloaded) throws IOException {
    try {
      if (isAbsent()) {
        ScratchFolder.delete(folder);
        Files.move(downloaded, folder, StandardCopyOption.ATOMIC_MOVE);
      }
    } catch (IOException e) {
      if (isAbsent()) {
        throw e;
      }
    }
  }
}
