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
 * merged texts are written back. Until that is done, the learner's files lie in git's own folder
 * beside the commits from which and to which it goes; the folder holds all of that or does not
 * exist. An update that was interrupted is undone before it begins anew: git goes back to the
 * commit before, the files are put back, and what was written since is kept beside them.
 */
public final class Update {
  private static final String MANIFEST = "modules/.generated.sha256";

  /// The file that holds the commits before and behind an update, a line each.
  private static final String COMMITS = ".commits";

  /// Stands where git's output is no UTF-8.
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
    if (git.tried("rev-parse", "--quiet", "--verify", "MERGE_HEAD").well()) {
      throw new IllegalStateException(
          "a merge was begun here and is not concluded: git commit, or git merge --abort, and then update");
    }
    var upstream = git.tried("rev-parse", "--abbrev-ref", "--symbolic-full-name", "@{upstream}");
    if (!upstream.well()) {
      throw new IllegalStateException(
          "this branch follows no other, so there is nothing to update from: git branch --set-upstream-to=origin/main");
    }
    var name = upstream.out().strip();
    git.run("fetch", "--quiet");
    var lines = new ArrayList<String>();
    if (Files.isDirectory(kept)) { // what is said of it is lost where something fails
      undo(lines);
    }
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
    var target = base.equals(head) ? next : joined(both, base, head, next);
    keep(both, head, target);
    try {
      both.forEach(this::clear); // out of git's way
      git.run("merge", "--quiet", "--ff-only", target);
      write(merged, lines);
    } catch (RuntimeException e) {
      var files = wentBack(head, target) ? "as they were" : "in " + kept;
      throw new IllegalStateException(
          "the update failed, and your files are %s: %s".formatted(files, e.getMessage()), e);
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

  /// A commit that joins the learner's own commits and the course's: what both changed is merged as
  /// in files that are not committed. It is made in a working tree of its own, so that an update
  /// that is interrupted leaves no half of it here.
  private String joined(Set<String> both, String base, String head, String next) {
    var committed = git.files("diff", "--name-only", "-z", "--no-renames", base, head);
    committed.retainAll(both);
    var tree = kept.resolveSibling("tapeline-merge");
    delete(tree);
    git.run("worktree", "prune");
    git.run("worktree", "add", "--quiet", "--detach", tree.toString(), head);
    try {
      var there = new Git(tree);
      there.tried("merge", "--quiet", "--no-commit", "--no-ff", "-X", "theirs", next);
      there.run("rev-parse", "--verify", "MERGE_HEAD"); // else it could not even begin
      for (var path : committed) {
        var own = git.text(head, path).filter(text -> text.indexOf(NO_TEXT) < 0);
        if (git.text(next, path).isEmpty()) {
          there.run("rm", "--quiet", "--force", "--ignore-unmatch", "--", path);
        } else if (own.isEmpty()) {
          there.run("checkout", next, "--", path);
        } else {
          Disk.write(tree.resolve(path), merged(path, own, base, next).text());
          there.run("add", "--", path);
        }
      }
      there.run("commit", "--quiet", "--no-edit");
      return there.run("rev-parse", "HEAD");
    } finally {
      git.tried("worktree", "remove", "--force", tree.toString());
    }
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

  private void keep(Set<String> paths, String head, String target) {
    delete(part());
    for (var path : paths) {
      if (Files.exists(course.root().resolve(path))) {
        copy(course.root().resolve(path), part().resolve(path));
      }
    }
    Disk.write(part().resolve(COMMITS), head + "\n" + target + "\n");
    move(part(), kept);
  }

  /// The names of the kept files.
  private List<String> keptNames() {
    return Course.files(kept, _ -> true).stream()
        .map(own -> Disk.name(kept, own))
        .filter(path -> !path.equals(COMMITS))
        .toList();
  }

  /// Takes an update back that was interrupted, and says where those files lie that stood there
  /// otherwise than the last commit has them. Where something was committed since, the kept files
  /// are put beside.
  private void undo(List<String> lines) {
    var notes = new ArrayList<String>();
    for (var path : keptNames()) {
      var file = course.root().resolve(path);
      if (Files.exists(file)
          && !Arrays.equals(Disk.read(file), Disk.read(kept.resolve(path)))
          && !isCommitted(path)) {
        var copy = OwnCopy.of(course, path, Disk.read(file));
        notes.add("%s: what stood here is %s".formatted(path, Disk.name(course.root(), copy)));
      }
    }
    var file = kept.resolve(COMMITS);
    var commits =
        Files.exists(file)
            ? Course.read(file).lines().toList()
            : List.of(git.run("rev-parse", "HEAD"), ""); // kept by an older version of the course
    if (wentBack(commits.getFirst(), commits.getLast())) {
      lines.add("an earlier update was interrupted: your files are as they were before it");
    } else {
      lines.add("an earlier update was interrupted, and cannot be taken back");
      keptNames().forEach(path -> notes.add(path + ": your version is " + beside(path)));
      drop();
    }
    lines.addAll(notes);
  }

  /// Goes back from `target` to `head`, and puts the kept files back; false where something was
  /// committed since, or written where git would write.
  private boolean wentBack(String head, String target) {
    var now = git.run("rev-parse", "HEAD");
    if (!now.equals(target) && !now.equals(head)) {
      return false;
    }
    var paths = keptNames();
    if (now.equals(target) && !inTheWay(head, target, paths).isEmpty()) {
      return false;
    }
    paths.forEach(this::clear);
    if (now.equals(target) && !git.tried("reset", "--quiet", "--keep", head).well()) {
      return false;
    }
    paths.forEach(path -> copy(kept.resolve(path), course.root().resolve(path)));
    drop();
    return true;
  }

  /// The files that git would have to write on its way back, and that were written since.
  private Set<String> inTheWay(String head, String target, List<String> paths) {
    var written = git.files("diff", "--name-only", "-z", "HEAD");
    written.retainAll(git.files("diff", "--name-only", "-z", "--no-renames", head, target));
    paths.forEach(written::remove);
    return written;
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
