package tapeline.grader.update;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tapeline.grader.course.Course;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.course.Front;
import tapeline.grader.course.Reason;
import tapeline.grader.generate.Disk;

/// Brings a learner's checkout to the course's newest version: answers and notebooks stay, what is
/// new comes in, and what cannot be had both ways is kept beside.
/*
 * Files that both sides have changed are moved out of git's way, git merges the rest, and the
 * merged texts are written back. Until that is done, the learner's files lie in git's own folder
 * (`KeptFiles`). An update that was interrupted is undone before it begins anew: git goes back to the
 * commit before, the files are put back, and what was written since is kept beside them.
 */
public final class Update {
  private static final String EXPORT = Front.terminal().command("export", "work.zip");
  private static final String IMPORT = Front.terminal().command("import", "work.zip");
  private static final String MANIFEST = "modules/.generated.sha256";

  /// Stands where git's output is no UTF-8.
  private static final char NO_TEXT = '\uFFFD';

  private final Course course;
  private final Git git;
  private final KeptFiles kept;

  private Update(Course course) {
    this.course = course;
    this.git = new Git(course.root());
    var ended = git.tried("rev-parse", "--absolute-git-dir");
    if (!ended.well()) {
      throw new IllegalStateException(
          "an update needs the course as git clones it, and %s is none (%s). Elsewhere: %s here, and in a new copy %s"
              .formatted(course.root(), ended.errors(), EXPORT, IMPORT));
    }
    kept = new KeptFiles(course, Path.of(ended.out().strip()).resolve("tapeline-update"));
  }

  /// Updates the checkout of `course`, and says what became of the learner's work, a line each.
  ///
  /// @throws IllegalStateException when there is nothing to update from, or git fails; the
  ///   learner's files are then as they were, or lie where the message says
  public static List<String> of(Course course) {
    return new Update(course).run();
  }

  private List<String> run() {
    try {
      return updated();
    } catch (RuntimeException e) {
      throw kept.exist()
          ? new IllegalStateException(
              "%s; your files lie in %s".formatted(Reason.of(e), kept.folder()), e)
          : e;
    }
  }

  private List<String> updated() {
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
    if (kept.exist()) { // what is said of it is lost where something fails
      undo(lines);
    }
    var head = git.run("rev-parse", "HEAD");
    var next = git.run("rev-parse", name);
    if (git.tried("merge-base", head, next).code() == 1) {
      throw new IllegalStateException(
          "this copy and %s have no commit in common: %s here, and in a new clone %s"
              .formatted(described(name), EXPORT, IMPORT));
    }
    var base = git.run("merge-base", head, next);
    if (base.equals(next)) {
      lines.add("the course is up to date with " + described(name));
      return lines;
    }
    var theirs = git.files("diff", "--name-only", "-z", "--no-renames", base, next);
    var both = git.files("diff", "--name-only", "-z", "--no-renames", base);
    both.addAll(git.files("ls-files", "--others", "--exclude-standard", "-z"));
    both.retainAll(theirs);
    lines.add("%d files of the course are new or changed".formatted(theirs.size()));
    var target = base.equals(head) ? next : joined(both, base, head, next);
    kept.keep(both, head, target);
    var notes = new ArrayList<String>();
    try {
      var merged = merged(base, next);
      for (var path : both) { // out of git's way
        kept.setAside(path, notes);
        clear(path);
      }
      git.run("merge", "--quiet", "--ff-only", target);
      lines.addAll(notes);
      write(merged, lines);
    } catch (RuntimeException e) {
      throw new IllegalStateException(failed(head, target, notes, e), e);
    }
    kept.drop();
    if (theirs.stream().anyMatch(f -> f.startsWith("grader/"))) {
      lines.add("the next command builds the grader anew, which takes a little longer");
    }
    return lines;
  }

  /// The branch that is followed, and where it is from.
  private String described(String upstream) {
    var branch = git.run("rev-parse", "--abbrev-ref", "HEAD");
    var remote = git.run("config", "branch." + branch + ".remote");
    if (remote.equals(".")) {
      return upstream + ", a branch of this copy and of no other";
    }
    var url = git.run("remote", "get-url", remote);
    return upstream + " of " + url.replaceFirst("://[^/@]*@", "://"); // no password
  }

  /// Takes the update back that failed, and says what became of the files.
  private String failed(String head, String target, List<String> notes, RuntimeException why) {
    boolean back = false;
    try {
      if (git.run("rev-parse", "HEAD").equals(head)) {
        setAside(head, target, notes);
      }
      back = wentBack(head, target, notes);
    } catch (RuntimeException e) {
      why.addSuppressed(e);
    }
    notes.addFirst(
        "the update failed%s: %s"
            .formatted(back ? ", and your files are as they were" : "", Reason.of(why)));
    return notes.stream().distinct().collect(Collectors.joining("; "));
  }

  /// The new content of each kept file, by its path.
  private SortedMap<String, Merged> merged(String base, String next) {
    var merged = new TreeMap<String, Merged>();
    for (var path : kept.paths()) {
      merged.put(path, merged(path, Disk.utf8(kept.bytes(path)), base, next));
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
    if (git.tried("rev-parse", "--quiet", "--verify", "HEAD:" + path).well()) {
      git.run("checkout", "HEAD", "--", path);
      return;
    }
    try {
      Files.deleteIfExists(course.root().resolve(path));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete " + path, e);
    }
  }

  /// A commit that joins the learner's own commits and the course's: what both changed is merged as
  /// in files that are not committed. It is made in a working tree of its own, so that an update
  /// that is interrupted leaves no half of it here.
  private String joined(Set<String> both, String base, String head, String next) {
    var committed = git.files("diff", "--name-only", "-z", "--no-renames", base, head);
    committed.retainAll(both);
    var tree = kept.folder().resolveSibling("tapeline-merge");
    KeptFiles.delete(tree);
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
      var beside = result.whole() ? null : kept.beside(path);
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

  /// Takes an update back that was interrupted. Where something was committed since, the kept files
  /// are put beside.
  private void undo(List<String> lines) {
    var notes = new ArrayList<String>();
    var commits = kept.commits().orElse(Collections.nCopies(2, git.run("rev-parse", "HEAD")));
    setAside(commits.getFirst(), commits.getLast(), notes);
    if (wentBack(commits.getFirst(), commits.getLast(), notes)) {
      lines.add("an earlier update was interrupted: your files are as they were before it");
    } else {
      lines.add("an earlier update was interrupted, and cannot be taken back");
      kept.paths().forEach(path -> notes.add(path + ": your version is " + kept.beside(path)));
      kept.drop();
    }
    lines.addAll(notes);
  }

  /// Copies beside what stands where files were kept, is not what was kept, and is in no commit.
  private void setAside(String head, String target, List<String> notes) {
    kept.paths().stream()
        .filter(path -> Stream.of("HEAD", head, target).noneMatch(c -> isAsIn(c, path)))
        .forEach(path -> kept.setAside(path, notes));
  }

  /// Goes back from `target` to `head`, and puts the kept files back; false where something was
  /// committed since, or written where git would write.
  private boolean wentBack(String head, String target, List<String> notes) {
    var now = git.run("rev-parse", "HEAD");
    var paths = kept.paths();
    if (now.equals(target)) {
      if (!written(head, target, paths).isEmpty()) {
        return false;
      }
      paths.forEach(this::clear);
      if (!git.tried("reset", "--quiet", "--keep", head).well()) {
        return false;
      }
    } else if (!now.equals(head)) {
      return false;
    }
    kept.putBack();
    if (now.equals(head)) {
      takeBack(head, target, paths, notes);
    }
    kept.drop();
    return true;
  }

  /// Where git stopped on its way to `target`, takes back the files that it had written or deleted.
  private void takeBack(String head, String target, List<String> paths, List<String> notes) {
    for (var path : written(head, target, paths)) {
      if (!Files.exists(course.root().resolve(path)) || isAsIn(target, path)) {
        clear(path);
      } else {
        notes.add(path + " was written meanwhile, and stays as it is");
      }
    }
  }

  /// The files in which the two commits differ and that are not as the last commit has them, but
  /// for the kept ones.
  private Set<String> written(String head, String target, List<String> paths) {
    var written = git.files("diff", "--name-only", "-z", "--no-renames", "HEAD");
    written.addAll(git.files("ls-files", "--others", "--exclude-standard", "-z"));
    written.retainAll(git.files("diff", "--name-only", "-z", "--no-renames", head, target));
    paths.forEach(written::remove);
    return written;
  }

  /// Whether the file is as the commit has it; neither may be there.
  private boolean isAsIn(String commit, String path) {
    var there = git.tried("rev-parse", "--quiet", "--verify", commit + ":" + path);
    return Files.exists(course.root().resolve(path))
        ? there.well() && git.run("hash-object", "--", path).equals(there.out().strip())
        : !there.well();
  }
}
