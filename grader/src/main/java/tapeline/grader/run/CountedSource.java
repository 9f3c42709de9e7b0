package tapeline.grader.run;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.MarkedSource;
import tapeline.grader.course.MarkerException;
import tapeline.grader.generate.Blank;
import tapeline.grader.generate.Mirror;

/// The part of a file with exercises that counts as its author's: the regions, and members and
/// imports that are added outside of them. Given members are the course's, and so is an added
/// `equals`, `hashCode` or method with `@Override`, as it would stand in for the course's.
///
/// @param text the file as it is graded
/// @param changed whether something given was changed, so that the text is not the author's own
public record CountedSource(String text, boolean changed) {
  private static final Pattern MARKER =
      Pattern.compile("(?m)^\\s*(?://|#) (?:BEGIN|END) EXERCISE.*");
  private static final Pattern PARAMETER = Pattern.compile(" [\\w$]+(?= [,)])");
  private static final String REGION = "$REGION$";
  private static final Set<String> TYPES = Set.of("class", "interface", "enum", "record");

  /// Reads `own`, a version of the file `given`, whose regions hold stubs.
  ///
  /// @throws MarkerException when `own` has not the markers of `given`: then none can tell its
  ///   answers from the rest
  public static CountedSource of(String name, String given, String own) {
    var theirs = MarkedSource.parse(name, given);
    var mine = MarkedSource.parse(name, own);
    var ids = theirs.bodies().keySet();
    if (!mine.bodies().keySet().equals(ids)) {
      throw new MarkerException(name, 1, "the markers of some of " + ids + " are missing");
    }
    var places = ids.stream().collect(Collectors.toMap(id -> id, id -> REGION + place(id)));
    var merge = new Merge(theirs.with(places), mine.with(places));
    merge.members(merge.given.members(0), merge.own.members(0), 0);
    if (!merge.changed) {
      return new CountedSource(mine.text(), false);
    }
    var text = merge.text();
    for (var body : mine.bodies().entrySet()) {
      text = text.replace(REGION + place(body.getKey()) + "\n", body.getValue());
    }
    return new CountedSource(text, true);
  }

  private static String place(Object id) {
    return id.toString().replace('.', '_') + "$";
  }

  /// The names of the files that `module` is given and `folder` has otherwise, whatever their
  /// layout and comments.
  public static List<String> changedGiven(Course course, CourseModule module, Path folder) {
    if (Blank.is(folder)) {
      return List.of("every file, as the module is blank");
    }
    var changed = new ArrayList<String>();
    Mirror.of(course, module)
        .forEach((path, bytes) -> {
          var name = path.substring(("modules/" + module.name() + "/").length());
          var file = folder.resolve(name);
          if (Course.isSource(name) && Files.isRegularFile(file)) {
            var given = new String(bytes, StandardCharsets.UTF_8);
            if (isChanged(name, given, Course.read(file))) {
              changed.add(file.getFileName().toString());
            }
          }
        });
    return changed;
  }

  /// Returns whether a file differs from what was given outside of its regions. False for one
  /// without its markers, which the verdicts name.
  public static boolean isChanged(String name, String given, String own) {
    if (given.equals(own)) {
      return false;
    }
    try {
      return hasRegions(given)
          ? of(name, given, own).changed
          : !words(Token.of(given)).equals(words(Token.of(own)));
    } catch (MarkerException _) {
      return false;
    }
  }

  /// Returns whether a given file has exercises.
  public static boolean hasRegions(String given) {
    return MARKER.matcher(given).find();
  }

  private static String words(List<Token> tokens) {
    return tokens.stream().map(Token::text).collect(Collectors.joining(" "));
  }

  /// A declaration, an import, a directive of C, or a region.
  ///
  /// @param from its first token
  /// @param to behind its last one
  /// @param body its opening brace; −1 where it has none
  private record Member(Text in, int from, int to, int body) {
    String words() {
      return CountedSource.words(in.tokens.subList(from, to));
    }

    String first() {
      return in.tokens.get(from).text();
    }

    /// The head of a type, up to its brace; null for all else.
    @Nullable String type() {
      for (int i = from; i + 1 < body; i++) {
        if (in.word(i).equals("(")) {
          return null;
        }
        if (TYPES.contains(in.word(i)) && in.tokens.get(i + 1).isWord()) {
          return in.word(i + 1);
        }
      }
      return null;
    }

    /// Returns what no second member has in common with it: a type's name, a method's name and its
    /// parameters' types, a field's name; empty for an initializer or a compact constructor.
    String key() {
      if (type() != null) {
        return "type " + type();
      }
      int end = body < 0 ? to : body;
      int types = 0; // open lists of a type's arguments
      for (int i = from; i < end; i++) {
        var next = in.word(i + 1);
        types += in.word(i).equals("<") ? 1 : in.word(i).matches(">+") ? -in.word(i).length() : 0;
        if (types > 0) {
          continue;
        }
        boolean array = next.equals("[") && !in.word(i + 2).equals("]");
        if (in.tokens.get(i).isWord() && (array || Set.of("=", ";", ",").contains(next))) {
          return "field " + in.word(i);
        }
        if (in.tokens.get(i).isWord() && next.equals("(") && !in.word(i - 1).equals("@")) {
          var head = CountedSource.words(in.tokens.subList(i, end));
          return PARAMETER.matcher(head.substring(0, head.indexOf(')') + 1)).replaceAll("");
        }
      }
      return "";
    }

    /// Returns whether it may stand beside what is given.
    boolean isAddition(Set<String> given) {
      if (Set.of("import", "#").contains(first())) {
        return true;
      }
      var head = CountedSource.words(in.tokens.subList(from, body < 0 ? to : body));
      boolean overrides = head.contains("@ Override") || key().matches("(equals|hashCode) \\(.*");
      return !key().isEmpty()
          && !words().contains(REGION) // an answer stays in its method
          && !given.contains(key())
          && (!overrides || head.matches("(.* )?private .*"));
    }
  }

  /// A source, its regions as one word each.
  private record Text(String source, List<Token> tokens) {
    String word(int i) {
      return i < 0 || i >= tokens.size() ? "" : tokens.get(i).text();
    }

    /// The members from a token on, to the brace that closes what they are in.
    List<Member> members(int start) {
      var members = new ArrayList<Member>();
      int from = start;
      while (from < tokens.size() && !word(from).equals("}")) {
        var member = member(from);
        members.add(member);
        from = member.to;
      }
      return members;
    }

    private Member member(int from) {
      if (word(from).startsWith(REGION)) {
        return new Member(this, from, from + 1, -1);
      }
      boolean hasValue = false;
      int i = from;
      for (; i < tokens.size(); i++) {
        var word = word(i);
        boolean directive = word(from).equals("#");
        if (directive && tokens.get(i).line() > tokens.get(from).line()) {
          return new Member(this, from, i, -1);
        }
        if (word.equals("(") || word.equals("[") || (word.equals("{") && hasValue)) {
          i = closing(i);
        } else if (word.equals("{") && !directive) {
          return new Member(this, from, Math.min(closing(i) + 1, tokens.size()), i);
        } else if (word.equals(";") && !directive) {
          return new Member(this, from, i + 1, -1);
        } else if (word.equals("=")) {
          hasValue = true;
        } else if (word.equals("}")) {
          break; // one too many
        }
      }
      return new Member(this, from, Math.clamp(i, from + 1, tokens.size()), -1);
    }

    private int closing(int open) {
      int depth = 0;
      for (int i = open; i < tokens.size(); i++) {
        if (Set.of("(", "[", "{").contains(word(i))) {
          depth++;
        } else if (Set.of(")", "]", "}").contains(word(i)) && --depth == 0) {
          return i;
        }
      }
      return tokens.size();
    }

    /// Returns the beginning of the text behind a token; for a region, behind its END line.
    int behind(int token) {
      if (token < 0) {
        return 0;
      }
      int end = tokens.get(token).end();
      return word(token).startsWith(REGION)
          ? source.indexOf('\n', source.indexOf("END", end))
          : end;
    }
  }

  private static final class Merge {
    final Text given;
    final Text own;
    final TreeMap<Integer, String> added = new TreeMap<>();
    boolean changed;

    Merge(String given, String own) {
      this.given = new Text(given, Token.of(given));
      this.own = new Text(own, Token.of(own));
    }

    /// Compares what is in a type, or in the file.
    ///
    /// @param start where it begins in the given text
    void members(List<Member> theirs, List<Member> mine, int start) {
      var left = new ArrayList<>(theirs);
      var keys = theirs.stream().map(Member::key).collect(Collectors.toCollection(HashSet::new));
      int at = start;
      for (var m : mine) {
        var alike = left.stream().filter(t -> isAlike(t, m)).findFirst();
        if (alike.isPresent()) {
          var t = alike.get();
          left.remove(t);
          if (!t.words().equals(m.words())) {
            inside(t, m);
          }
          at = given.behind(t.to - 1);
        } else if (m.isAddition(keys)) {
          int from = own.behind(m.from - 1);
          var text = own.source.substring(from, own.tokens.get(m.to - 1).end());
          added.merge(at, "\n" + text.strip() + "\n", String::concat);
        } else {
          changed = true;
          var like = left.stream().filter(t -> t.key().equals(m.key())).findFirst();
          at = like.map(t -> given.behind(t.to - 1)).orElse(at);
        }
      }
      changed |= left.stream().anyMatch(t -> !t.first().equals("import"));
    }

    private static boolean isAlike(Member t, Member m) {
      return t.words().equals(m.words())
          || (t.type() != null && t.key().equals(m.key()) && !m.key().isEmpty());
    }

    private void inside(Member t, Member m) {
      var head = words(given.tokens.subList(t.from, t.body));
      changed |= !head.equals(words(own.tokens.subList(m.from, m.body)));
      members(given.members(t.body + 1), own.members(m.body + 1), given.behind(t.body));
    }

    String text() {
      var text = new StringBuilder(given.source);
      added.descendingMap().forEach(text::insert);
      return text.toString();
    }
  }
}
