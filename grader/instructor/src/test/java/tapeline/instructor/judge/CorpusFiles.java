package tapeline.instructor.judge;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.tools.ToolProvider;
import tapeline.competition.Archive;
import tapeline.competition.Event;
import tapeline.competition.Manifest;

/// Makes submissions: from the tests' resources, or by code where their files would be unpleasant
/// to have in a repository.
final class CorpusFiles {
  private CorpusFiles() {}

  /// The folder in the tests' resources.
  static Path resources(String name) {
    try {
      var url = CorpusFiles.class.getResource("/corpus/" + name);
      if (url == null) {
        throw new IllegalArgumentException("no folder corpus/" + name);
      }
      return Path.of(url.toURI());
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /// A copy of a folder of the resources, with a manifest that keeps all rules.
  static Path copied(String name, Event event, Path folder) throws IOException {
    copy(resources(name), folder);
    var main = event.workload().startsWith("kernel") ? "product" : "Entry";
    HonestManifest.write(folder, event, name, main);
    return folder;
  }

  static void copy(Path from, Path to) throws IOException {
    try (var files = Files.walk(from)) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        var copy = to.resolve(from.relativize(file).toString());
        Files.createDirectories(copy.getParent());
        Files.copy(file, copy);
      }
    }
  }

  /// An entry that would be in order, for a cheat that lies elsewhere.
  static Path honest(Event event, Path folder) throws IOException {
    return copied("mutates-input", event, folder);
  }

  /// A zip with one more file, written by a name that no good program gives.
  static Path zip(Event event, Path folder, String name, byte[] content) throws IOException {
    honest(event, folder);
    var zip = folder.resolveSibling(folder.getFileName() + ".zip");
    try (var out = new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(zip)))) {
      for (var file : Archive.files(folder).entrySet()) {
        out.putNextEntry(new ZipEntry(file.getKey()));
        out.write(Files.readAllBytes(file.getValue()));
      }
      out.putNextEntry(new ZipEntry(name));
      out.write(content);
    }
    return zip;
  }

  /// A manifest that was changed by hand.
  static Path edited(Event event, Path folder, String what, String by) throws IOException {
    honest(event, folder);
    var file = folder.resolve(Archive.MANIFEST);
    var text = Files.readString(file);
    var changed = text.replaceFirst(what, by);
    if (changed.equals(text)) {
      throw new IllegalArgumentException("the manifest has no " + what);
    }
    Files.writeString(file, changed);
    return folder;
  }

  /// One whose claim is a better one.
  static Path claiming(Event event, Path folder, double speedUp) throws IOException {
    honest(event, folder);
    var file = folder.resolve(Archive.MANIFEST);
    var m = Manifest.read(Files.readString(file));
    var forged =
        new Manifest(
            m.entry(),
            m.team(),
            m.authors(),
            m.event(),
            m.main(),
            m.codeHash(),
            m.techniques(),
            m.environment(),
            m.samples(),
            new Manifest.Claim(speedUp, speedUp, speedUp),
            m.log());
    Files.writeString(file, forged.write());
    return folder;
  }

  /// One with a file that was changed after the manifest was written.
  static Path changedLater(Event event, Path folder) throws IOException {
    honest(event, folder);
    Files.writeString(folder.resolve("src/More.java"), "class More {}");
    return folder;
  }

  /// One with a link in it that leads out of its folder.
  static Path linked(Event event, Path folder) throws IOException {
    honest(event, folder);
    Files.createSymbolicLink(folder.resolve("src/Passwords.java"), Path.of("/etc/passwd"));
    return folder;
  }

  /// Deletes the links below a folder.
  static void deleteLinks(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      for (var link : files.filter(Files::isSymbolicLink).toList()) {
        Files.delete(link);
      }
    }
  }

  /// One with a file that is too large.
  static Path large(Event event, Path folder) throws IOException {
    copy(resources("mutates-input"), folder);
    Files.createDirectories(folder.resolve("data"));
    Files.write(folder.resolve("data/weights"), new byte[1024 * (event.limits().archiveKiB() + 1)]);
    HonestManifest.write(folder, event, "large", "Entry");
    return folder;
  }

  /// The kernel that computes half of the numbers, whose blocks are larger than any may be.
  static Path hugeBlock(Event event, Path folder) throws IOException {
    copy(resources("kernel-half"), folder);
    Files.writeString(
        folder.resolve("kernel.json"), "{ \"block\": [100000, 16, 1], \"tile\": [16, 0] }");
    HonestManifest.write(folder, event, "huge-block", "product");
    return folder;
  }

  /// The tiled sample without its barriers, which the emulator, running one warp after the other,
  /// might forgive.
  static Path race(Event event, Path folder) throws IOException {
    copy(SampleEntry.root().resolve("kernel-tiled"), folder);
    for (var name : List.of("kernel.cu", "kernel.ptx")) {
      var text = Files.readString(folder.resolve(name));
      var changed = text.replace("__syncthreads();", "").replace("\tbar.sync \t0;\n", "");
      Files.writeString(folder.resolve(name), changed);
    }
    HonestManifest.write(folder, event, "race", "product");
    return folder;
  }

  /// A sample that reads digits, whose weights lie in what is named like a class.
  static Path weightsAsClass(Event event, Path folder) throws IOException {
    copy(SampleEntry.root().resolve("digits-bytes"), folder);
    HonestManifest.write(folder, event, "weights", "small.Bytes"); // which hashes no class
    Files.move(folder.resolve("data/weights"), folder.resolve("data/Weights.class"));
    var source = folder.resolve("src/small/Bytes.java");
    var text = Files.readString(source).replace("/data/weights", "/data/Weights.class");
    Files.writeString(source, text);
    return folder;
  }

  /// One whose contestant is a class that was made at home, beside sources that are not run.
  static Path compiledAtHome(Event event, Path folder) throws IOException {
    copy(resources("mutates-input"), folder);
    HonestManifest.write(folder, event, "home", "data.Home"); // which hashes no class
    var source = folder.resolveSibling(folder.getFileName() + "-source").resolve("Home.java");
    Files.createDirectories(source.getParent());
    var text = Files.readString(resources("exits").resolve("src/Entry.java"));
    Files.writeString(source, "package data;\n" + text.replace("Entry", "Home"));
    var classPath = System.getProperty("java.class.path");
    var javac = ToolProvider.getSystemJavaCompiler();
    int status =
        javac.run(null, null, null, "-cp", classPath, "-d", folder.toString(), source.toString());
    if (status != 0) {
      throw new IllegalArgumentException("the corpus's entry `exits` compiles");
    }
    return folder;
  }

  /// No zip at all.
  static Path garbage(Path folder) throws IOException {
    var zip = folder.resolveSibling(folder.getFileName() + ".zip");
    return Files.write(zip, "PK\3\4 but then nothing of the kind".getBytes(UTF_8));
  }
}
