package tapeline.transformer;

import java.util.stream.Collectors;

/// The characters of a text, numbered in the order of their code points.
///
/// @param characters each once
public record Vocabulary(String characters) {
  public static Vocabulary of(String text) {
    return new Vocabulary(
        text.chars()
            .distinct()
            .sorted()
            .mapToObj(c -> "" + (char) c)
            .collect(Collectors.joining()));
  }

  public int size() {
    return characters.length();
  }

  /// @throws IllegalArgumentException for a character that was not in the text
  public int[] encode(String text) {
    return text.chars()
        .map(
            c -> {
              int i = characters.indexOf(c);
              if (i < 0) {
                throw new IllegalArgumentException(
                    "the vocabulary has no '%s'; it has %s"
                        .formatted((char) c, characters.replace("\n", "⏎")));
              }
              return i;
            })
        .toArray();
  }

  public String decode(int... tokens) {
    var text = new StringBuilder();
    for (int t : tokens) {
      text.append(characters.charAt(t));
    }
    return text.toString();
  }
}
