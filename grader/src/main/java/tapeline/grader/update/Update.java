package tapeline.grader.update;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tapeline.grader.course.Course;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.generate.Disk;

/// Brings a learner's checkout to the course's newest version: answers and notebooks stay, what is
/// new comes in, and what cannot be had both ways is kept beside.
/*
 * Files that both sides have changed are moved out of git's way, git merges the rest, and the
 * merged texts are written back. Until that is done, the learner's files lie in git's own folder,
 * which holds all of them or does not exist. An update that was interrupted puts them back before
 * it begins anew, and keeps beside them what was written since.
 */
public final class Update {
  private static final String MANIFEST = "modules/.generated.sha256";

  /// It stands where git's output is no UTF-8.
  private static final char NO_TEXT = '\uFFFD';

  private final Course course;
  private final Git git;
  private final Path kept;

  private Update(Course course) {
    this.course = course;
    this.git = new Git(course.root());
    var ended = git.tried("rev-parse", "--absolute-git-dir");
    if (!ended.well()) {
      throw new IllegalStateException(
          "an update needs the course as git clones it, and %s is none (%s). Elsewhere: ./tapeline export work.zip here, and in a new copy ./tapeline import work.zip"
              .formatted(course.root(), ended.errors()));
    }
    kept = Path.of(ended.out().strip()).resolve("tapeline-update");
  }

  /// Updates the checkout of `course`, and says what became of the learner's work, a line each.
  ///
  /// @throws IllegalStateException when there is nothing to update from, or git fails; the
  ///   learner's files are then as they were
  public static List<String> of(Course course) {
    return new Update(course).run();
  }

  private List<String> run() {
    var lines = new ArrayList<String>();
    if (Files.isDirectory(kept)) {
      lines.add("an earlier update was interrupted: your files are as they were before it");
      lines.addAll(putBack());
    }
    var upstream = git.tried("rev-parse", "--abbrev-ref", "--symbolic-full-name", "@{upstream}");
    if (!upstream.well()) {
      throw new IllegalStateException(
          "this branch follows no other, so there is nothing to update from: git branch --set-upstream-to=origin/main");
    }
    var name = upstream.out().strip();
    git.run("fetch", "--quiet");
    var head = git.run("rev-parse", "HEAD");
    var next = git.run("rev-parse", name);
    var base = git.run("merge-base", head, next);
    if (base.equals(next)) {
      lines.add("the course is up to date");
      return lines;
    }
    var theirs = git.files("diff", "--name-only", "-z", "--no-renames", base, next);
    var both = git.files("diff", "--name-only", "-z", "--no-renames", base);
    both.addAll(git.files("ls-files", "--others", "--exclude-standard", "-z"));
    both.retainAll(theirs);
    lines.add("%d files of the course are new or changed".formatted(theirs.size()));
    var merged = merged(both, base, next);
    keep(both);
    try {
      merge(both, base, head, next);
      write(merged, lines);
    } catch (RuntimeException e) {
      git.tried("merge", "--abort");
      both.forEach(this::clear);
      git.tried("reset", "--quiet", "--keep", head);
      putBack();
      throw new IllegalStateException(
          "the update failed, and your files are as they were: " + e.getMessage(), e);
    }
    drop();
    if (theirs.stream().anyMatch(f -> f.startsWith("grader/"))) {
      lines.add("the next command builds the grader anew, which takes a little longer");
    }
    return lines;
  }

  /// The new content of each file, by its path.
  private SortedMap<String, Merged> merged(Set<String> both, String base, String next) {
    var merged = new TreeMap<String, Merged>();
    for (var path : both) {
      var file = course.root().resolve(path);
      if (Files.exists(file)) {
        merged.put(path, merged(path, Disk.utf8(Disk.read(file)), base, next));
      }
    }
    return merged;
  }

  /// @param own empty where the learner's file is no text
  private Merged merged(String path, Optional<String> own, String base, String next) {
    var to = git.text(next, path);
    if (to.isEmpty()) {
      return new Merged("", List.of(), List.of(path + " is no part of the course any more"), false);
    }
    if (path.equals(MANIFEST)) {
      return new Merged(to.get(), List.of(), List.of(), true);
    }
    return own.map(text -> Merged.of(path, git.text(base, path).orElse(""), text, to.get()))
        .orElseGet(() -> Merged.unread(to.get(), path + ": it is no text in UTF-8"));
  }

  /// Has git bring in the commit `next`, with `both` out of its way.
  private void merge(Set<String> both, String base, String head, String next) {
    both.forEach(this::clear);
    if (base.equals(head)) {
      git.run("merge", "--quiet", "--ff-only", next);
    } else {
      join(both, base, head, next);
    }
  }

  /// Makes a file the last commit's, or none.
  private void clear(String path) {
    if (!git.tried("checkout", "HEAD", "--", path).well()) {
      try {
        Files.deleteIfExists(course.root().resolve(path)); // untracked
      } catch (IOException e) {
        throw new UncheckedIOException("cannot delete " + path, e);
      }
    }
  }

  /// Joins the learner's own commits and the course's: what both changed is merged as in files that
  /// are not committed.
  private void join(Set<String> both, String base, String head, String next) {
    var committed = git.files("diff", "--name-only", "-z", "--no-renames", base, head);
    committed.retainAll(both);
    git.tried("merge", "--quiet", "--no-commit", "--no-ff", "-X", "theirs", next);
    for (var path : committed) {
      var own = git.text(head, path).filter(text -> text.indexOf(NO_TEXT) < 0);
      if (git.text(next, path).isEmpty()) {
        git.run("rm", "--quiet", "--force", "--ignore-unmatch", "--", path);
      } else if (own.isEmpty()) {
        git.run("checkout", next, "--", path);
      } else {
        Disk.write(course.root().resolve(path), merged(path, own, base, next).text());
        git.run("add", "--", path);
      }
    }
    git.run("commit", "--quiet", "--no-edit");
  }

  private void write(SortedMap<String, Merged> merged, List<String> lines) {
    var answers = new TreeSet<ExerciseId>();
    for (var entry : merged.entrySet()) {
      var path = entry.getKey();
      var file = course.root().resolve(path);
      var result = entry.getValue();
      var beside = result.whole() ? null : beside(path);
      git.text("HEAD", path)
          .filter(present -> !present.equals(result.text())) // else git has put it there
          .ifPresent(_ -> Disk.write(file, result.text()));
      answers.addAll(result.kept());
      for (var note : result.notes()) {
        lines.add(beside == null ? note : "%s; your version is %s".formatted(note, beside));
      }
    }
    if (!answers.isEmpty()) {
      lines.add(
          "your answers stay: "
              + answers.stream().map(ExerciseId::toString).collect(Collectors.joining(", ")));
    }
  }

  /// Copies the learner's version to where it is in no one's way, and says where.
  private String beside(String path) {
    var copy = OwnCopy.of(course, path, Disk.read(kept.resolve(path)));
    return Disk.name(course.root(), copy);
  }

  private void keep(Set<String> paths) {
    delete(part());
    for (var path : paths) {
      if (Files.exists(course.root().resolve(path))) {
        copy(course.root().resolve(path), part().resolve(path));
      }
    }
    if (Files.exists(part())) {
      move(part(), kept);
    }
  }

  /// Puts the kept files back, and says where those lie that stood there otherwise than the last
  /// commit has them.
  private List<String> putBack() {
    var lines = new ArrayList<String>();
    for (var own : Course.files(kept, _ -> true)) {
      var path = Disk.name(kept, own);
      var file = course.root().resolve(path);
      if (Files.exists(file)
          && !Arrays.equals(Disk.read(file), Disk.read(own))
          && !isCommitted(path)) {
        var copy = OwnCopy.of(course, path, Disk.read(file));
        lines.add("%s: what stood here is %s".formatted(path, Disk.name(course.root(), copy)));
      }
      copy(own, file);
    }
    drop();
    return lines;
  }

  /// Whether the file is as the last commit has it.
  private boolean isCommitted(String path) {
    return git.text("HEAD", path).isPresent()
        && git.tried("diff", "--quiet", "HEAD", "--", path).well();
  }

  /// Forgets the kept files, all at once.
  private void drop() {
    if (Files.exists(kept)) {
      delete(part());
      move(kept, part());
      delete(part());
    }
  }

  private Path part() {
    return kept.resolveSibling("tapeline-update.part");
  }

  private static void move(Path from, Path to) {
    try {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot move " + from + " to " + to, e);
    }
  }

  private static void copy(Path from, Path to) {
    try {
      Files.createDirectories(to.getParent());
      Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot copy " + from + " to " + to, e);
    }
  }

  private static void delete(Path folder) {
    if (!Files.exists(folder)) {
      return;
    }
    try (var all = Files.walk(folder)) {
      for (var p : all.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.delete(p);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete " + folder, e);
    }
  }
}
