package tapeline.instructor.gradebook;

import java.text.Normalizer;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The ids of a class, found in other spellings too: `Gil` for `gil`, `007` for `7`, and whatever a
/// file system or a spreadsheet makes of accents and spaces.
record Ids(Collection<String> known) {

  /// Returns a text composed (NFC), with one space for each run of spaces of any kind, and none at
  /// its ends.
  static String clean(String text) {
    return Normalizer.normalize(text, Normalizer.Form.NFC)
        .replaceAll("[\\s\\p{Z}\\u200B\\uFEFF]+", " ")
        .strip();
  }

  private static String key(String id) {
    return clean(id).toLowerCase(Locale.ROOT).replaceFirst("^0+(?=\\d+$)", "");
  }

  /// Returns whether two spellings differ in what [#key] leaves out alone.
  static boolean same(String a, String b) {
    return key(a).equals(key(b));
  }

  /// Returns the id that is spelled so, else the only one that differs in case, leading zeros,
  /// accents' form or spaces alone; none where several do.
  Optional<String> find(String spelling) {
    var plain = clean(spelling);
    if (known.contains(plain)) {
      return Optional.of(plain);
    }
    var near = near(plain);
    return near.size() == 1 ? Optional.of(near.getFirst()) : Optional.empty();
  }

  /// Returns all ids that a spelling may mean.
  List<String> near(String spelling) {
    return known.stream().filter(id -> same(id, spelling)).sorted().toList();
  }
}
