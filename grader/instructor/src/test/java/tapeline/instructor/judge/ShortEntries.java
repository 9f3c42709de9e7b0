package tapeline.instructor.judge;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import tapeline.competition.Event;
import tapeline.instructor.judge.Cheat.Fate;
import tapeline.instructor.judge.verdict.Defence;

/// Reads the entries of a few lines, `corpus/short.txt` and `corpus/honest.txt`.
final class ShortEntries {
  private static final Pattern HEAD =
      Pattern.compile(
          "(?<name>[a-z-]+): (?<what>[^|]+) \\| (?<late>late )?(?<fate>[^|]+)( \\| (?<loose>.+))?");
  private static final Pattern FATE =
      Pattern.compile("(?<verdict>[a-z]+) ?(?<by>[A-Z_, ]*)(: (?<why>.+))?");
  private static final Pattern SECTION = Pattern.compile("(?m)^== ");
  private static final Event EVENT = QuickEvents.named("matmul");
  private static final int DEPTH = 20_000;

  private static final String CLASS =
      """
      import tapeline.competition.Contestant;
      import tapeline.tensor.Tensor;

      public final class Entry implements Contestant {
        static float[] product(float[][] input) {
          return rows(input, 0, (int) input[0][0]);
        }

        static float[] rows(float[][] input, int from, int to) {
          int k = (int) input[0][1];
          var a = java.util.Arrays.copyOfRange(input[1], from * k, to * k);
          return Tensor.of(a, to - from, k).matmul(Tensor.of(input[2], k, (int) input[0][2])).toArray();
        }

      <members>
        @Override
        public float[] answer(float[][] input) {
      <answer>
        }
      }
      """;

  private ShortEntries() {}

  static List<Cheat> read(String file) {
    try {
      var text = Files.readString(CorpusFiles.resources(file));
      var all = new ArrayList<Cheat>();
      for (var section : SECTION.splitAsStream(text).toList()) {
        if (!section.startsWith("#")) {
          all.add(entry(section));
        }
      }
      return List.copyOf(all);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Cheat entry(String section) {
    var words = section.split("\n", 2);
    var head = HEAD.matcher(words[0].strip());
    if (!head.matches()) {
      throw new IllegalArgumentException(
          "an entry begins with `== name: what | verdict DEFENCE`, got " + words[0]);
    }
    var event = head.group("late") == null ? EVENT : QuickEvents.hurriedMatmul();
    var loose = head.group("loose");
    return new Cheat(
        head.group("name"),
        head.group("what"),
        event,
        folder -> write(head.group("name"), words[1], event, folder),
        fate(head.group("fate")),
        loose == null ? null : fate(loose));
  }

  private static Fate fate(String words) {
    var fate = FATE.matcher(words);
    if (!fate.matches()) {
      throw new IllegalArgumentException("a fate is `verdict DEFENCE: why`, got " + words);
    }
    var why = fate.group("why");
    var told = fate(fate.group("verdict"), fate.group("by"));
    return why == null ? told : told.by(why);
  }

  private static Fate fate(String verdict, String by) {
    if (verdict.equals("ranked")) {
      return Fate.RANKED;
    }
    var defences = Arrays.stream(by.split(", ")).map(Defence::valueOf).toArray(Defence[]::new);
    return switch (verdict) {
      case "refused" -> Fate.refused(defences[0]);
      case "slow" -> Fate.slow(defences[0]);
      case "rejected" ->
          Fate.rejected(defences[0], Arrays.copyOfRange(defences, 1, defences.length));
      default -> throw new IllegalArgumentException("a verdict of an entry, got " + verdict);
    };
  }

  private static Path write(String name, String code, Event event, Path folder) throws IOException {
    var parts = code.split("(?m)^--\n", 2);
    var members = parts.length == 2 ? parts[0] : "";
    var body = parts[parts.length - 1];
    boolean returns = body.strip().lines().toList().getLast().startsWith("return ");
    var deep = "(".repeat(DEPTH) + "1" + ")".repeat(DEPTH);
    var answer = returns ? body : body + "return product(input);\n";
    var text = CLASS.replace("<members>", members).replace("<answer>", answer);
    var source = folder.resolve("src/Entry.java");
    Files.createDirectories(source.getParent());
    Files.writeString(source, text.replace("@PARENTHESES@", deep));
    HonestManifest.write(folder, event, name, "Entry");
    return folder;
  }
}
