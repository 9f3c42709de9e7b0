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
  private static final Event TRAFFIC = QuickEvents.named("kernel-traffic");
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
    return folder(TRAFFIC, name, what, fate, null);
  }

  static List<Cheat> all() {
    var all = new ArrayList<>(withFiles());
    all.addAll(ShortEntries.read("short.txt"));
    return all;
  }

  /// Returns the cheats that have a folder or a maker of their own.
  private static List<Cheat> withFiles() {
    // spotless:off
    return List.of(
        seen("zeros-answer",           "the work is left out",                    Fate.rejected(ORACLE)),
        seen("mutates-input",          "the input is changed afterwards",         Fate.RANKED.by("the judge has its own copy")),
        late("hangs",                  "no end",                                  Fate.rejected(DEADLINE)),
        listed("poses-as-course",      "a class of the course, changed",          Fate.RANKED.by("the course's comes first")),
        listed("exits",                "System.exit(0)",                          Fate.rejected(PROCESS)),
        folder("training", "pretrained", "weights trained at home", Fate.rejected(ORACLE), null),
        folder("smallest-model", "one-label", "one label for all", Fate.rejected(ORACLE), null),
        kernel("kernel-out-of-bounds", "a look behind C",                         Fate.rejected(KERNEL)),
        kernel("kernel-endless",       "a kernel without end",                    Fate.rejected(KERNEL, DEADLINE)),
        kernel("kernel-half",          "half of the numbers",                     Fate.rejected(ORACLE)),
        made(TRAFFIC, "kernel-race",   "no barriers",                             Fate.rejected(KERNEL),    f -> CorpusFiles.race(TRAFFIC, f)),
        made(TRAFFIC, "kernel-huge-block", "a launch that cannot be",             Fate.refused(MANIFEST),   f -> CorpusFiles.hugeBlock(TRAFFIC, f)),
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
