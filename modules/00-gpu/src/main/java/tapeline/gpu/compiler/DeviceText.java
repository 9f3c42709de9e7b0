package tapeline.gpu.compiler;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// A CUDA text without its host code, which NVRTC refuses: blanks stand in its place, so that every
/// line keeps its number.
///
/// What stays is what is marked for the device, types, and constants. Host code is each function
/// and each variable without a mark, and what has a name of `std` or of CUDA's runtime. It goes by
/// the text alone: of the branches of an `#if` each is looked at.
/*
 * A declaration begins where the last one ended, and ends at `;` or with a function's body. All
 * looks at `code`, the text with blanks for comments, literals and directives, place by place.
 */
final class DeviceText {
  private static final Pattern MARK = Pattern.compile("\\b__(global|device|constant|shared)__\\b");
  private static final Pattern HOST =
      Pattern.compile(
          "\\bstd\\s*::\\s*(?!(size_t|ptrdiff_t|u?int\\d+_t)\\b)|\\bcuda[A-Z]\\w*|\\b__host__\\b");
  private static final Pattern SPACE = Pattern.compile("(inline\\s+)?namespace\\b[^=]*|extern\\s*");
  private static final Pattern TYPE =
      Pattern.compile("(?s)(typedef\\s+)?(struct|class|union)\\b.*[^)\\s]\\s*");
  private static final Pattern WORD =
      Pattern.compile(
          "(?s)(using|typedef|static_assert|enum|namespace)\\b.*|(struct|class|union)\\s+\\w+");
  private static final Pattern LABEL =
      Pattern.compile("\\s*((public|private|protected)\\s*:\\s*)*");
  private static final Pattern PREFIX =
      Pattern.compile("\\s*((alignas|__align__|__attribute__)\\s*\\([^()]*(\\([^()]*\\)\\s*)*\\))");
  private static final Pattern DEFINE =
      Pattern.compile("(?m)^[ \\t]*#[ \\t]*define[ \\t]+(\\w+)((?:[^\\\\\\n]|\\\\\\n|\\\\.)*)");
  private static final Pattern LITERAL_OR_DIRECTIVE =
      Pattern.compile(
          "(?m)//(?:\\\\\\n|.)*|/\\*(?s:.*?)(?:\\*/|\\z)|R\"([^(\\s]{0,16})\\((?s:.*?)\\)\\1\""
              + "|\"(?:\\\\(?s:.)|[^\"\\\\\\n])*\"|(?<![0-9a-fA-F])'(?:\\\\.|[^'\\\\\\n])+'"
              + "|(?<directive>^[ \\t]*#(?:/\\*(?s:.*?)\\*/|\\\\\\n|.)*)");

  private final String text;
  private final String code;
  private final Set<String> marks;
  private final boolean[] kept; // the places of directives
  private final char[] out;
  private final TreeMap<Integer, String> inserted = new TreeMap<>();
  private boolean hostMember; // a class has a member that is no function, of a type of the host

  private DeviceText(String text, Set<String> marks) {
    this.text = text;
    this.marks = marks;
    out = text.toCharArray();
    kept = new boolean[text.length()];
    char[] bare = text.toCharArray();
    var found = LITERAL_OR_DIRECTIVE.matcher(text);
    while (found.find()) {
      Arrays.fill(kept, found.start(), found.end(), found.group("directive") != null);
      blank(bare, found.start(), found.end());
    }
    code = new String(bare);
  }

  /// The device's part of a text.
  ///
  /// @param marks macros that mark code of the device, see [#marks]
  static String of(String text, Set<String> marks) {
    var device = new DeviceText(text, marks);
    device.declarations(0, false);
    var result = new StringBuilder(new String(device.out));
    device.inserted.descendingMap().forEach(result::insert);
    return result.toString();
  }

  /// The macros of texts that have `__device__` or its like in them, or one another.
  static Set<String> marks(List<String> texts) {
    var marks = new HashSet<String>();
    for (int before = -1; before < marks.size(); ) {
      before = marks.size();
      for (var text : texts) {
        var define = DEFINE.matcher(text);
        while (define.find()) {
          if (isMarked(define.group(2), marks)) {
            marks.add(define.group(1));
          }
        }
      }
    }
    return marks;
  }

  private static boolean isMarked(String head, Set<String> marks) {
    return MARK.matcher(head).find()
        || marks.stream().anyMatch(m -> Pattern.compile("\\b" + m + "\\b").matcher(head).find());
  }

  /// Looks at all declarations from a place to the end of their namespace or class, and returns the
  /// place of that.
  private int declarations(int from, boolean members) {
    int at = from;
    while (true) {
      while (at < code.length() && (isBlank(at) || code.charAt(at) == ';')) {
        at++;
      }
      if (at >= code.length() || code.charAt(at) == '}') {
        return at;
      }
      at = declaration(at, members);
    }
  }

  /// Looks at one declaration, and returns the place behind it.
  private int declaration(int begin, boolean members) {
    var label = LABEL.matcher(code).region(begin, code.length());
    int start = members && label.lookingAt() ? label.end() : begin;
    for (int at = start; at < code.length(); at++) {
      switch (code.charAt(at)) {
        case '(', '[' -> at = closing(at);
        case ';' -> {
          return judged(start, at, at + 1, members);
        }
        case '}' -> {
          return at; // of the class or namespace: a macro without `;` was before it
        }
        case '{' -> {
          var head = head(start, at);
          if (SPACE.matcher(head).matches()) {
            return declarations(at + 1, false) + 1;
          }
          if (TYPE.matcher(head).matches()) {
            return type(start, at, members);
          }
          if (isFunction(head) && !isInitialiser(head)) {
            return judged(start, at, closing(at) + 1, members);
          }
          at = closing(at);
        }
        default -> {}
      }
    }
    return code.length();
  }

  /// Looks at a class and its members; with one of a type of the host, it is the host's.
  private int type(int start, int open, boolean member) {
    boolean before = hostMember;
    hostMember = isHost(start, open);
    int close = declarations(open + 1, true);
    int end = after(close, ';');
    if (hostMember) {
      blank(out, start, end);
      inserted.subMap(start, end).clear();
    } else if (!code.substring(start, open).contains("typedef") && !member) {
      blank(out, close + 1, end - 1); // a variable of the type
    }
    hostMember = before || (hostMember && member);
    return end;
  }

  /// Blanks a declaration, or lets it stand.
  ///
  /// @param body where its head ends
  private int judged(int start, int body, int end, boolean members) {
    var head = head(start, body);
    hostMember |= members && !isFunction(head) && isHost(start, end);
    if (isMarked(code.substring(start, body), marks)
        || (members && !isFunction(head))
        || head.matches("(?s).*=\\s*(default|delete)\\s*")) {
      return end;
    }
    boolean stays =
        !isHost(start, end)
            && (WORD.matcher(head).matches()
                || (isFunction(head) ? head.contains("constexpr") : isConstant(head)));
    if (!stays) {
      blank(out, start, end);
    } else if (isFunction(head) && !WORD.matcher(head).matches()) {
      inserted.put(start, "__device__ ");
      if (code.startsWith("template", start)) { // the mark is for what follows `template <…>`
        inserted.remove(start);
        inserted.put(code.indexOf("constexpr", start), "__device__ ");
      }
    }
    return end;
  }

  private boolean isHost(int start, int end) {
    return HOST.matcher(code).region(start, Math.min(end, code.length())).find();
  }

  /// A function has its parameters before any `=`.
  private static boolean isFunction(String head) {
    int parameters = head.indexOf('(');
    int value = head.replaceAll("operator\\W+?(?=\\()", "operator").indexOf('=');
    boolean pointer = head.matches("(?s)[^(]*\\(\\s*\\*.*");
    return parameters >= 0 && !pointer && (value < 0 || parameters < value);
  }

  /// `S(int a) : a{` goes on.
  private static boolean isInitialiser(String head) {
    return head.matches("(?s).*\\)\\s*:[^:].*[\\w>]\\s*");
  }

  private static boolean isConstant(String head) {
    int value = head.indexOf('=');
    var name = value < 0 ? head : head.substring(0, value);
    return head.contains("constexpr")
        || (name.matches("(?s).*\\bconst\\b[^*]*")
            && !head.substring(name.length()).matches("(?s).*\\b(?!sizeof\\b)\\w+\\s*\\(.*"));
  }

  /// The code before a body, without `template <…>` and alignments.
  private String head(int start, int end) {
    var head = code.substring(start, end).strip();
    while (head.startsWith("template")) {
      int at = head.indexOf('<');
      int depth = at < 0 ? 0 : 1;
      while (depth > 0 && ++at < head.length()) {
        depth += head.charAt(at) == '<' ? 1 : head.charAt(at) == '>' ? -1 : 0;
      }
      head = head.substring(Math.min(head.length(), at < 0 ? "template".length() : at + 1)).strip();
    }
    for (var word = PREFIX.matcher(head); word.lookingAt(); word = PREFIX.matcher(head)) {
      head = head.substring(word.end()).strip();
    }
    return head;
  }

  /// Where what opens at a place is closed.
  private int closing(int open) {
    int depth = 0;
    for (int at = open; at < code.length(); at++) {
      char c = code.charAt(at);
      depth += "([{".indexOf(c) >= 0 ? 1 : ")]}".indexOf(c) >= 0 ? -1 : 0;
      if (depth == 0) {
        return at;
      }
    }
    return code.length() - 1;
  }

  private int after(int from, char c) {
    int at = code.indexOf(c, from);
    return at < 0 ? code.length() : at + 1;
  }

  private boolean isBlank(int at) {
    return Character.isWhitespace(code.charAt(at));
  }

  @SuppressWarnings("ReferenceEquality") // one array, not equal ones
  private void blank(char[] letters, int start, int end) {
    for (int i = start; i < Math.min(end, letters.length); i++) {
      boolean directive = letters == out && kept[i];
      if (!directive && text.charAt(i) != '\n') {
        letters[i] = ' ';
      }
    }
  }
}
