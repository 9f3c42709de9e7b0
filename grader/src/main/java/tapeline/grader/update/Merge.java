package tapeline.grader.update;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tapeline.grader.course.Git;

/// Two versions of the course's files in one. Git takes a file from the side that changed it; a
/// file that both changed is [Merged].
///
/// @param tree the tree's name in git's store
/// @param files the files that both sides changed and the learner still has, by path
record Merge(String tree, SortedMap<String, Merged> files) {

  /// Merges in git's store alone.
  ///
  /// @param base the commit from which both come
  static Merge of(Git git, String base, String own, String next) {
    try (var index = Index.of(git)) {
      index.git.run("read-tree", "-i", "-m", "--aggressive", base, own, next);
      var files = new TreeMap<String, Merged>();
      for (var path : unmerged(index.git)) {
        index.git.run("update-index", "--force-remove", "--", path);
        var entry = git.run("ls-tree", next, "--", path).split("[ \t]", 4); // mode, type, name
        boolean there = entry.length > 1;
        var merged =
            git.bytes(own, path)
                .map(mine ->
                    there
                        ? Merged.of(
                            path,
                            git.bytes(base, path).orElse(new byte[0]),
                            mine,
                            git.bytes(next, path).orElseThrow())
                        : Merged.gone(path));
        merged.ifPresent(m -> files.put(path, m));
        if (there) {
          var blob =
              merged
                  .flatMap(Merged::text)
                  .map(t -> git.fed(t.getBytes(UTF_8), "hash-object", "-w", "--stdin"))
                  .orElse(entry[2]);
          index.git.run("update-index", "--add", "--cacheinfo", entry[0] + "," + blob + "," + path);
        }
      }
      return new Merge(index.git.run("write-tree"), files);
    }
  }

  private static TreeSet<String> unmerged(Git git) {
    return git.files("ls-files", "--unmerged", "-z").stream()
        .map(entry -> entry.substring(entry.indexOf('\t') + 1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /// An index of git for work beside the learner's own.
  record Index(Git git, Path folder) implements AutoCloseable {
    static Index of(Git git) {
      try {
        var folder = Files.createTempDirectory("update");
        var file = Map.of("GIT_INDEX_FILE", folder.resolve("index").toString());
        return new Index(new Git(git.folder(), file), folder);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void close() {
      try {
        Files.deleteIfExists(folder.resolve("index"));
        Files.delete(folder);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
