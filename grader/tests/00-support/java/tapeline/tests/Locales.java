package tapeline.tests;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/// The default locales of other people's computers.
public final class Locales {
  private Locales() {}

  /// The texts that `made` makes where the decimal point is a comma (German), where a capital I has
  /// another small letter (Turkish), and where the digits are others (Egyptian Arabic).
  public static Map<String, String> each(Supplier<String> made) {
    var before = Locale.getDefault();
    var display = Locale.getDefault(Locale.Category.DISPLAY);
    var format = Locale.getDefault(Locale.Category.FORMAT);
    var all = new TreeMap<String, String>();
    try {
      for (var language : new String[] {"de-DE", "tr-TR", "ar-EG"}) {
        Locale.setDefault(Locale.forLanguageTag(language));
        all.put(language, made.get());
      }
    } finally {
      Locale.setDefault(before);
      Locale.setDefault(Locale.Category.DISPLAY, display);
      Locale.setDefault(Locale.Category.FORMAT, format);
    }
    return all;
  }
}
