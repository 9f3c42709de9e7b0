package tapeline.instructor.board;

import java.lang.Character.UnicodeScript;
import java.text.Normalizer;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/// Names of teams, which should not be taken for another's.
///
/// Refused are characters that are not seen, and letters of several scripts in one name, as UTS 39
/// has it (§5.2, single script). A name whose letters are all of another script can still look like
/// one in Latin letters: a person sees that.
public final class TeamName {
  private static final Set<UnicodeScript> ANY =
      EnumSet.of(UnicodeScript.COMMON, UnicodeScript.INHERITED);

  /// The scripts of Chinese, Japanese and Korean.
  private static final Set<UnicodeScript> EAST_ASIAN =
      EnumSet.of(
          UnicodeScript.HAN,
          UnicodeScript.HIRAGANA,
          UnicodeScript.KATAKANA,
          UnicodeScript.HANGUL,
          UnicodeScript.BOPOMOFO);

  private TeamName() {}

  /// The problem with a name; empty when a team may have it.
  public static String problem(String name) {
    var scripts = EnumSet.noneOf(UnicodeScript.class);
    for (int c : name.codePoints().toArray()) {
      if (isInvisible(c)) {
        return "a team's name is made of characters that one sees, got U+%04X".formatted(c);
      }
      var script = UnicodeScript.of(c);
      if (!ANY.contains(script)) {
        scripts.add(EAST_ASIAN.contains(script) ? UnicodeScript.HAN : script);
      }
    }
    return scripts.size() > 1
        ? "a team's name has letters of one script, got %s in %s".formatted(scripts, name)
        : "";
  }

  private static boolean isInvisible(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      case Character.SPACE_SEPARATOR -> c != ' ';
      default -> c == 0x115F || c == 0x1160 || c == 0x3164 || c == 0xFFA0 || c == 0x2800; // fillers
    };
  }

  /// Returns the key of a name: names that differ in case, width, ligatures or blanks alone share
  /// it.
  public static String key(String name) {
    var plain = Normalizer.normalize(name, Normalizer.Form.NFKC);
    return plain.strip().replaceAll("\\s+", " ").toLowerCase(Locale.ROOT);
  }
}
