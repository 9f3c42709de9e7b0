package tapeline.grader.update;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tapeline.grader.course.Course;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.course.Front;
import tapeline.grader.course.Git;
import tapeline.grader.course.Reason;
import tapeline.grader.generate.Disk;

/// Brings a learner's checkout to the course's newest version: answers and notebooks stay, what is
/// new comes in, and what cannot be had both ways is kept beside.
/*
 * All is made ready in git's store: a commit of the files that the course changed, as they stand
 * here, and the tree in which these and the course's are one. Then the learner's versions are kept
 * beside, git brings the files from the one tree to the other, which it refuses where a file has
 * been written since, and HEAD follows. An update that is killed on the way leaves files that are
 * the learner's, the course's or merged already; the next update merges them as it does any others.
 */
public final class Update {
  /// The files before the latest update; the reflog has those of earlier ones.
  static final String BEFORE = "refs/tapeline/before-update";

  private static final String EXPORT = Front.terminal().command("export", "work.zip");
  private static final String IMPORT = Front.terminal().command("import", "work.zip");

  /// The author of commits that no learner makes.
  private static final Map<String, String> TAPELINE =
      Map.of(
          "GIT_AUTHOR_NAME", "Tapeline",
          "GIT_AUTHOR_EMAIL", "tapeline@localhost",
          "GIT_COMMITTER_NAME", "Tapeline",
          "GIT_COMMITTER_EMAIL", "tapeline@localhost");

  private final Course course;
  private final Git git;

  private Update(Course course) {
    this.course = course;
    this.git = new Git(course.root());
  }

  /// Updates the checkout of `course`, and says what became of the learner's work, a line each.
  ///
  /// @throws IllegalStateException when there is nothing to update from, or git fails; the message
  ///   says where the learner's files are if they are not as they were
  public static List<String> of(Course course) {
    return new Update(course).run();
  }

  private List<String> run() {
    var there = git.tried("rev-parse", "--git-dir");
    if (!there.well()) {
      throw new IllegalStateException(
          "an update needs the course as git clones it, and %s is none (%s). Elsewhere: %s here, and in a new copy %s"
              .formatted(course.root(), there.errors(), EXPORT, IMPORT));
    }
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
    var head = git.run("rev-parse", "HEAD");
    var next = git.run("rev-parse", name);
    if (git.tried("merge-base", head, next).code() == 1) {
      throw new IllegalStateException(
          "this copy and %s have no commit in common: %s here, and in a new clone %s"
              .formatted(described(name), EXPORT, IMPORT));
    }
    var base = git.run("merge-base", head, next);
    if (base.equals(next)) {
      return List.of("the course is up to date with " + described(name));
    }
    return updated(base, head, next);
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

  private List<String> updated(String base, String head, String next) {
    var theirs = git.files("diff", "--name-only", "-z", "--no-renames", base, next);
    var own = snapshot(head, theirs);
    git.run("update-ref", "--create-reflog", "-m", "before an update", BEFORE, own);
    var merge = Merge.of(git, base, own, next);
    var target =
        base.equals(head)
            ? next
            : commit(
                Merge.of(git, base, head, next).tree(), "The course's new version", head, next);
    var lines = new ArrayList<String>();
    lines.add("%d files of the course are new or changed".formatted(theirs.size()));
    keepBeside(merge.files(), own, lines);
    try {
      stage(git, theirs);
      git.run("read-tree", "-m", "-u", own, merge.tree());
    } catch (IllegalStateException e) {
      git.tried("reset", "--quiet");
      throw new IllegalStateException(
          "the update failed: %s; what is not as it was is in the commit %s"
              .formatted(Reason.of(e), BEFORE),
          e);
    }
    git.run("update-ref", "-m", "an update of the course", "HEAD", target, head);
    git.run("reset", "--quiet");
    if (theirs.stream().anyMatch(f -> f.startsWith("grader/"))) {
      lines.add("the next command builds the grader anew, which takes a little longer");
    }
    return lines;
  }

  /// Commits these files as they stand in the working tree, and the others as `head` has them.
  private String snapshot(String head, Collection<String> paths) {
    try (var index = Merge.Index.of(git)) {
      index.git().run("read-tree", head);
      stage(index.git(), paths);
      return commit(index.git().run("write-tree"), "Before an update", head);
    }
  }

  private static void stage(Git git, Collection<String> paths) {
    git.fed(
        (String.join("\0", paths) + "\0").getBytes(UTF_8),
        "update-index",
        "--add",
        "--remove",
        "-z",
        "--stdin");
  }

  private String commit(String tree, String message, String... parents) {
    var words = new ArrayList<>(List.of("commit-tree", tree, "-m", message));
    for (var parent : parents) {
      words.addAll(List.of("-p", parent));
    }
    return new Git(course.root(), TAPELINE).run(words.toArray(String[]::new));
  }

  private void keepBeside(SortedMap<String, Merged> files, String own, List<String> lines) {
    var answers = new TreeSet<ExerciseId>();
    files.forEach((path, merged) -> {
      var beside = "";
      if (!merged.whole()) {
        var copy = OwnCopy.of(course, path, git.bytes(own, path).orElseThrow());
        beside = "; your version is " + Disk.name(course.root(), copy);
      }
      answers.addAll(merged.kept());
      for (var note : merged.notes()) {
        lines.add(note + beside);
      }
    });
    if (!answers.isEmpty()) {
      lines.add(
          "your answers stay: "
              + answers.stream().map(ExerciseId::toString).collect(Collectors.joining(", ")));
    }
  }
}
