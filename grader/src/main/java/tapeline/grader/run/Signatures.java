package tapeline.grader.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// The heads of methods in a Java source, as far as patterns see them: enough to say which of those
/// that a learner was given has changed when the compiler refuses the file.
final class Signatures {
  private static final Pattern COMMENT = Pattern.compile("(?s)//[^\n]*|/\\*.*?(?:\\*/|\\z)");
  private static final Pattern HEAD =
      Pattern.compile(
          "(?<=[;{}]|^)([^;{}=\"()]+\\([^;{}=\"]*\\)(?:\\s*throws\\s[\\w\\s,.]++)?)\\s*+\\{");
  private static final Pattern NO_METHOD =
      Pattern.compile(
          "(?s)^(?:@\\w+\\s+)*(?:if|for|while|switch|try|catch|synchronized|else|do|return|new|private"
              + "|(?:public )?record|case|yield)\\b.*|.*->.*");
  private static final Pattern ANNOTATION = Pattern.compile("@\\w+(?:\\([^)]*\\))?\\s*");
  private static final Pattern PARAMETER = Pattern.compile("\\s+\\w+\\s*(?=[,)])");

  private Signatures() {}

  /// The heads in `given` that `own` has not, whatever their parameters are called.
  static List<String> changed(String given, String own) {
    var heads = heads(given);
    heads.keySet().removeAll(heads(own).keySet());
    return List.copyOf(heads.values());
  }

  /// Each head by its words without the names of parameters.
  private static Map<String, String> heads(String source) {
    var heads = new LinkedHashMap<String, String>();
    var code = COMMENT.matcher(source).replaceAll(" ");
    for (var m = HEAD.matcher(code); m.find(); ) {
      var head = ANNOTATION.matcher(m.group(1).strip()).replaceAll("").replaceAll("\\s+", " ");
      var words = new ArrayList<>(List.of(head.substring(0, head.indexOf('(')).split(" ")));
      if (words.size() > 1 && !NO_METHOD.matcher(head).matches()) {
        heads.put(PARAMETER.matcher(head).replaceAll(""), head);
      }
    }
    return heads;
  }
}
