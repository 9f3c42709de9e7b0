package tapeline.transformer;

/// The characters of a text, each once, in the order of their code units; a token is a character's
/// place.
public record Vocabulary(String characters) {

  /// The characters that come in `text`.
  public static Vocabulary of(String text) {
    var characters = new StringBuilder();
    text.chars().distinct().sorted().forEach(c -> characters.append((char) c));
    return new Vocabulary(characters.toString());
  }

  public int size() {
    return characters.length();
  }

  /// The tokens of a text.
  ///
  /// @throws IllegalArgumentException for a character that is not in the vocabulary
  public int[] encode(String text) {
    return text.chars().map(this::token).toArray();
  }

  private int token(int character) {
    int token = characters.indexOf(character);
    if (token < 0) {
      throw new IllegalArgumentException(
          "the vocabulary has no '%c'; it has %s"
              .formatted((char) character, characters.replace("\n", "⏎")));
    }
    return token;
  }

  /// The text of these tokens.
  public String decode(int... tokens) {
    var text = new StringBuilder();
    for (int t : tokens) {
      text.append(characters.charAt(t));
    }
    return text.toString();
  }
}
