package tapeline.instructor.judge;

import static tapeline.instructor.judge.verdict.Defence.*;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tapeline.bench.compare.Plan;
import tapeline.competition.Event;
import tapeline.instructor.judge.Cheat.Fate;
import tapeline.instructor.judge.Cheat.Maker;
import tapeline.instructor.judge.duel.JudgePlan;

/// The hostile corpus: cheats that were tried on leaderboards, and some that no team has tried yet.
final class Corpus {
  /// Two forks, one of each kind: they show what a cheat comes to; how fast it is does not matter.
  static final JudgePlan PLAN =
      new JudgePlan(
          new Plan(new int[] {2}, new double[] {0.05}, 5, 400, 100), 100, 250, 10, 16, 2, 3);

  private static final Event MATMUL = QuickEvents.named("matmul");
  private static final Event SMALLEST = QuickEvents.named("smallest-model");
  private static final Fate LISTED = Fate.refused(ALLOW_LIST);

  private Corpus() {}

  private static Cheat folder(
      String event, String name, String what, Fate strict, @Nullable Fate loose) {
    return folder(QuickEvents.named(event), name, what, strict, loose);
  }

  private static Cheat folder(
      Event event, String name, String what, Fate strict, @Nullable Fate loose) {
    return new Cheat(
        name, what, event, folder -> CorpusFiles.copied(name, event, folder), strict, loose);
  }

  private static Cheat seen(String name, String what, Fate fate) {
    return folder("matmul", name, what, fate, null);
  }

  /// A cheat that a limit of time stops: its event has short ones.
  private static Cheat late(String name, String what, Fate fate) {
    return folder(QuickEvents.hurriedMatmul(), name, what, fate, null);
  }

  /// A cheat that the list of allowed names refuses, and its fate if there were no list.
  private static Cheat listed(String name, String what, Fate loose) {
    return folder("matmul", name, what, LISTED, loose);
  }

  private static Cheat made(String name, String what, Fate fate, Maker maker) {
    return made(MATMUL, name, what, fate, maker);
  }

  private static Cheat made(Event event, String name, String what, Fate fate, Maker maker) {
    return new Cheat(name, what, event, maker, fate, null);
  }

  private static Cheat kernel(String name, String what, Fate fate) {
    return folder("kernel-traffic", name, what, fate, null);
  }

  static List<Cheat> all() {
    var all = new ArrayList<>(withFiles());
    all.addAll(ShortEntries.read("short.txt"));
    return all;
  }

  /// Those with a folder or a maker of their own.
  private static List<Cheat> withFiles() {
    // spotless:off
    return List.of(
        seen("nan-answer",             "NaN as a wildcard",                       Fate.rejected(ORACLE)),
        seen("zeros-answer",           "the work is left out",                    Fate.rejected(ORACLE)),
        seen("empty-answer",           "an empty answer",                         Fate.rejected(SHAPE)),
        seen("longer-answer",          "an answer of another length",             Fate.rejected(SHAPE)),
        seen("null-answer",            "no answer",                               Fate.rejected(EXCEPTION)),
        seen("skips-every-other",      "every other answer is the last one",      Fate.rejected(ORACLE)),
        seen("lazy-answer",            "the answer is filled in later",           Fate.rejected(ORACLE)),
        seen("size-shortcut",          "work is skipped where it is large",       Fate.rejected(ORACLE)),
        seen("lower-precision",        "fewer bits than float32 has",             Fate.rejected(ORACLE)),
        seen("remembers-answers",      "answers by a hash of the input",          Fate.rejected(REPEATS)),
        seen("mutates-input",          "the input is changed afterwards",         Fate.RANKED.by("the judge has its own copy")),
        seen("prints-times",           "a result is printed",                     Fate.RANKED.by("nothing that is printed is read")),
        seen("slow-warm-up",           "slow at first",                           Fate.RANKED.by("counts follow from the baseline's speed")),
        seen("thread-left-behind",     "a thread waits between the turns",        Fate.RANKED.by("its process is stopped")),
        seen("burns-processors",       "the baseline is disturbed",               Fate.rejected(PROCESSOR_TIME)),
        seen("two-threads",            "twice the threads",                       Fate.review(PROCESSOR_TIME)),
        seen("short-threads",          "threads that end before they are counted", Fate.review(PROCESSOR_TIME, REPEATS)),
        late("static-start",           "work in advance while loading",           Fate.rejected(SET_UP)),
        late("hangs",                  "no end",                                  Fate.rejected(DEADLINE)),
        seen("eats-memory",            "all memory",                              Fate.rejected(PROCESS, EXCEPTION)),
        seen("deep-recursion",         "no end of calls",                         Fate.rejected(EXCEPTION)),
        late("too-many-threads",       "threads without end",                     Fate.rejected(PROCESS, EXCEPTION, DEADLINE)),
        seen("floods-output",          "output without end",                      Fate.rejected(FLOOD)),
        seen("does-not-compile",       "no Java",                                 Fate.refused(COMPILER)),
        listed("poses-as-course",      "a class of the course, changed",          Fate.RANKED.by("the course's comes first")),
        listed("native-method",        "a native method",                         Fate.rejected(EXCEPTION).by("there is no library")),
        listed("loads-library",        "native code of its own",                  Fate.rejected(EXCEPTION).by("native access is denied")),
        listed("foreign-function",     "the C library",                           Fate.rejected(EXCEPTION).by("native access is denied")),
        listed("unsafe-memory",        "memory behind the JVM's back",            Fate.rejected(EXCEPTION).by("Unsafe is denied")),
        listed("attaches-agent",       "an agent in its own JVM",                 Fate.rejected(EXCEPTION).by("nothing can attach")),
        listed("walks-the-heap",       "reflection: the right answer",            Fate.RANKED.by("the right answers are elsewhere")),
        listed("reads-files",          "the machine's files",                     Fate.rejected(EXCEPTION).by("sandbox: no such files")),
        listed("network",              "another machine",                         Fate.rejected(EXCEPTION).by("sandbox: no network")),
        listed("starts-process",       "another process",                         Fate.rejected(EXCEPTION).by("sandbox: no processes")),
        listed("fills-tmp",            "a full disk",                             Fate.rejected(EXCEPTION).by("sandbox: a small /tmp of its own")),
        listed("prints-to-file",       "a file by its name alone",                Fate.rejected(EXCEPTION).by("sandbox: nothing beside /tmp")),
        listed("formats-to-file",      "a file by its name alone, too",           Fate.rejected(EXCEPTION).by("sandbox: nothing beside /tmp")),
        listed("reads-archives",       "an archive of the machine",               Fate.rejected(EXCEPTION).by("sandbox: no such files")),
        listed("inherits-from-thread", "what its class has from Thread",          Fate.RANKED.by("it sees its own threads")),
        listed("exits",                "System.exit(0)",                          Fate.rejected(PROCESS)),
        listed("halts",                "Runtime.halt(0)",                         Fate.rejected(PROCESS)),
        listed("shutdown-hook",        "a last word",                             Fate.RANKED.by("no hook is run")),
        listed("forged-frame",         "a reply of its own, empty",               Fate.rejected(SHAPE)),
        listed("early-frame",          "a reply of its own, in advance",          Fate.rejected(PROTOCOL)),
        folder("training", "pretrained", "weights trained at home", Fate.rejected(ORACLE), null),
        folder("smallest-model", "one-label", "one label for all", Fate.rejected(ORACLE), null),
        kernel("kernel-out-of-bounds", "a look behind C",                         Fate.rejected(KERNEL)),
        kernel("kernel-endless",       "a kernel without end",                    Fate.rejected(KERNEL, DEADLINE)),
        kernel("kernel-half",          "half of the numbers",                     Fate.rejected(ORACLE)),
        kernel("kernel-race",          "no barriers",                             Fate.rejected(KERNEL)),
        kernel("kernel-huge-block",    "a launch that cannot be",                 Fate.refused(MANIFEST)),
        made("zip-slip",               "a file outside of the folder",            Fate.refused(ARCHIVE),    f -> CorpusFiles.zip(MATMUL, f, "../../evil.sh", new byte[1])),
        made("zip-absolute",           "a file at a place of its own",            Fate.refused(ARCHIVE),    f -> CorpusFiles.zip(MATMUL, f, "/tmp/evil.sh", new byte[1])),
        made("zip-bomb",               "an archive that unpacks to 64 MiB",       Fate.refused(ARCHIVE),    f -> CorpusFiles.zip(MATMUL, f, "data/zeros", new byte[64 << 20])),
        made("no-zip",                 "an archive that is none",                 Fate.refused(ARCHIVE),    CorpusFiles::garbage),
        made("link",                   "a link to the machine's files",           Fate.refused(ARCHIVE),    f -> CorpusFiles.linked(MATMUL, f)),
        made("large-file",             "a file that is too large",                Fate.refused(ARCHIVE),    f -> CorpusFiles.large(MATMUL, f)),
        made("class-in-a-zip",         "a class of its own beside the sources",   Fate.refused(ARCHIVE),    f -> CorpusFiles.zip(MATMUL, f, "data/Home.class", new byte[1])),
        made("compiled-at-home",       "a main that no compiler of the judge's saw", Fate.refused(ARCHIVE), f -> CorpusFiles.compiledAtHome(MATMUL, f)),
        made(SMALLEST, "weights-as-class", "weights that count as a class",       Fate.refused(ARCHIVE),    f -> CorpusFiles.weightsAsClass(SMALLEST, f)),
        made("manifest-cut",           "half a manifest",                         Fate.refused(MANIFEST),   f -> CorpusFiles.edited(MATMUL, f, "(?s)\"log\".*", "")),
        made("forged-claim",           "a better claim than the samples",         Fate.refused(MANIFEST),   f -> CorpusFiles.claiming(MATMUL, f, 50)),
        made("wrong-hash",             "code that was changed later",             Fate.refused(MANIFEST),   f -> CorpusFiles.changedLater(MATMUL, f)),
        made("other-event",            "an entry of another event",               Fate.refused(MANIFEST),   f -> CorpusFiles.edited(MATMUL, f, "\"event\"\\s*:\\s*\"matmul\"", "\"event\":\"training\"")),
        made("main-missing",           "a main that is not there",                Fate.rejected(EXCEPTION), f -> CorpusFiles.edited(MATMUL, f, "\"main\"\\s*:\\s*\"Entry\"", "\"main\":\"not.there.Entry\"")),
        made("main-elsewhere",         "a main of the JDK",                       Fate.refused(MANIFEST),   f -> CorpusFiles.edited(MATMUL, f, "\"main\"\\s*:\\s*\"Entry\"", "\"main\":\"java.lang.Runtime\"")));
    // spotless:on
  }
}
