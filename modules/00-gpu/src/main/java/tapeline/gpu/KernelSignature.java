package tapeline.gpu;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The name of a kernel and the types of its parameters, as its PTX declares them.
///
/// ```text
/// .visible .entry saxpy(
///     .param .f32 saxpy_param_0,
///     .param .u64 saxpy_param_1,
/// ```
///
/// PTX has forgotten what a pointer points to: it is any 64-bit number.
///
/// @param bytes that all parameters take, each aligned to its own size
public record KernelSignature(String name, List<Parameter> parameters, int bytes) {
  private static final String ENTRY_WORD = ".entry";
  private static final Pattern ENTRY =
      Pattern.compile("\\.entry\\s+([\\w$]+)\\s*(?:\\(([^)]*)\\))?");
  private static final Pattern PARAMETER =
      Pattern.compile(
          "\\.param\\s+(?:\\.align\\s+(\\d+)\\s+)?\\.([busf]\\d+)\\s+(?:\\.ptr(?:\\s+\\.[a-z]+)?\\s+)?"
              + "(?:\\.align\\s+\\d+\\s+)?([\\w$]+)(?:\\[(\\d+)\\])?");

  /// One parameter: its PTX type (`u64`, `f32`; an array of `b8` is a struct) and where it lies.
  public record Parameter(String type, int offset, int size) {
    char kind() {
      return type.charAt(0);
    }
  }

  /// The kernels of a PTX text, by name, in its order.
  public static Map<String, KernelSignature> of(String ptx) {
    var kernels = new LinkedHashMap<String, KernelSignature>();
    var entry = ENTRY.matcher(ptx);
    for (int at = ptx.indexOf(ENTRY_WORD); at >= 0; at = ptx.indexOf(ENTRY_WORD, at + 1)) {
      boolean remark = ptx.substring(ptx.lastIndexOf('\n', at) + 1, at).contains("/");
      if (!remark && entry.region(at, ptx.length()).lookingAt()) {
        var parameters = entry.group(2) == null ? "" : entry.group(2);
        kernels.put(entry.group(1), of(entry.group(1), parameters));
      }
    }
    return kernels;
  }

  private static KernelSignature of(String name, String text) {
    var parameters = new ArrayList<Parameter>();
    int end = 0;
    var matcher = PARAMETER.matcher(text);
    while (matcher.find()) {
      int element = Integer.parseInt(matcher.group(2).substring(1)) / 8;
      int size = element * number(matcher, 4, 1);
      int offset = Math.ceilDiv(end, number(matcher, 1, element)) * number(matcher, 1, element);
      parameters.add(new Parameter(matcher.group(2), offset, size));
      end = offset + size;
    }
    return new KernelSignature(name, List.copyOf(parameters), end);
  }

  private static int number(Matcher matcher, int group, int otherwise) {
    return matcher.group(group) == null ? otherwise : Integer.parseInt(matcher.group(group));
  }

  /// The name that the source has: `_Z7softmaxPKfPfi` is `softmax`, `_ZN3net7softmaxIfEvPT_` is
  /// `net::softmax`. The whole name where it is not of that form.
  public static String sourceName(String name) {
    var prefix = Pattern.compile("_ZL?(NK?)?").matcher(name);
    if (!prefix.lookingAt()) {
      return name;
    }
    var parts = new ArrayList<String>();
    var part = Pattern.compile("L?(\\d+)").matcher(name);
    int at = prefix.end();
    while (part.region(at, name.length()).lookingAt()) {
      int end = part.end() + Integer.parseInt(part.group(1));
      if (end > name.length()) {
        return name;
      }
      parts.add(name.substring(part.end(), end));
      at = end;
      if (prefix.group(1) == null) {
        break;
      }
    }
    parts.removeIf(p -> p.startsWith("_GLOBAL__N_") || p.startsWith("_INTERNAL_"));
    return parts.isEmpty() ? name : String.join("::", parts);
  }

  /// `(f32, u64, u64, u32)`
  @Override
  public String toString() {
    return name + "(" + String.join(", ", parameters.stream().map(Parameter::type).toList()) + ")";
  }
}
