package tapeline.gpu.compiler;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Tells the errors of a compiler or linker at the lines of the user's program: one in a header of
/// the course at the line that led there, and the first part of CUDA that is not emulated in one
/// sentence, in place of all that follows from it.
final class UserErrors {
  private static final Pattern FROM =
      Pattern.compile("(In file included|\\s+) ?from (.+?:\\d+)(?::\\d+)?[:,]");
  private static final Pattern PLACED =
      Pattern.compile("(.+?)(?::(\\d+)(?::\\d+)?|\\((\\d+)\\)): (.*)");
  private static final Pattern LED_HERE =
      Pattern.compile("(.+?:\\d+)(?::\\d+)?: note: (?:in instantiation of|called by) .*");
  private static final Pattern LINKER = Pattern.compile("^\\S*\\bld: (?=.+?:\\d+: )");
  private static final Pattern SNIPPET = Pattern.compile("\\s+\\d* \\|.*");

  /// The folder of clang's own headers that come before the standard ones.
  private static final String WRAPPERS = "/cuda_wrappers/";

  private static final String NAME =
      "((?:cuda|cublas|cudnn|cufft|curand|cusparse|cusolver|cu[A-Z]|__cuda|CU[_a-z]|nccl|nvtx|nvml"
          + "|tex[12]D|tex3D|surf[123]D|texture)\\w*)";

  /// Functions of numbers that clang's headers lack for kernels.
  private static final String RARE =
      "((?:erfc?inv|erfcx|r?norm[34]d|rnorm|rhypot|[tl]gamma|[jy][01n]|cyl_bessel_i[01]|remainder|remquo"
          + "|nextafter|i?logb|normcdfinv)f?)";

  /// The words of a refusal, which another compiler would not change.
  static final String REFUSED = " is outside of what is emulated";

  private static final String OUTSIDE = "$1" + REFUSED;
  private static final String UNKNOWN = "the program does not declare $1, and it is not emulated";

  /// The words of compilers for a part of CUDA that is not emulated, and the sentence for it.
  private static final Map<Pattern, String> ABSENT = new LinkedHashMap<>();

  static {
    absent(
        "static(?:_assert| assertion) failed(?: due to requirement '.*?')?:? \"?(.+"
            + REFUSED
            + "[^\"]*)\"?",
        "$1");
    absent("(?:#error )?\"?(the runtime for clang is C[^\"]*)\"?", "$1");
    absent("(?:#error )?\"?(.+" + REFUSED + "[^\"]*)\"?", "$1");
    absent(
        "(?:unknown type name|use of undeclared identifier|no template named) '" + NAME + "'(.*)",
        UNKNOWN + "$2");
    absent("identifier \"" + NAME + "\" is undefined", UNKNOWN);
    absent("undefined (?:reference to|symbol:) [`']?" + NAME + ".*", OUTSIDE);
    absent(
        "no (?:member|type|template) named '(\\w+)' in namespace"
            + " '(cooperative_groups|nvcuda|cuda).*",
        "$2::$1" + REFUSED);
    absent(
        "(?:reference to __global__ function .* in __global__ |kernel launch from __device__ or"
            + " __global__ functions requires ).*",
        "a kernel that launches a kernel (dynamic parallelism)" + REFUSED);
    absent(
        "no matching function for call to '(malloc|free)'.*",
        "no $1 takes these arguments; in a kernel, where it takes memory of the device's heap, it"
            + REFUSED);
    absent(
        "reference to __host__ function '(?:malloc|free)' in __(?:device|global)__ function",
        "memory of the device's heap, which new, delete and malloc in a kernel take," + REFUSED);
    absent(
        "(?:use of undeclared identifier|(?:no matching function for )?call to) '" + RARE + "'.*",
        "$1 in a kernel comes with nvcc alone: give --compiler nvcc");
    absent(
        "(?:an attribute list cannot appear here|'alignas' attribute cannot be applied to types)",
        "an attribute stands at the wrong place: clang takes alignas only before __shared__; exchange"
            + " the two, or give --compiler nvcc");
    absent(
        "invalid % escape in inline assembly string",
        "inline assembly names a register of PTX by one %, as nvcc takes it: write two for clang, or"
            + " give --compiler nvcc");
    absent(
        "'?((?:thrust|cub|cuda|nv|cute)/[^':]+|cuda_fp[468]\\.h)'?(?: file not found|: No such .*)",
        "$1 comes with nvcc alone: give --compiler nvcc");
  }

  private final String headers;
  private final List<String> told = new ArrayList<>();
  private final List<String> held = new ArrayList<>(); // told unless an error takes their place
  private String from = ""; // the line of the program that includes a header
  private String waiting = ""; // an error in a header, until the program's line for it comes
  private String included = ""; // the line by whose header it came, if no other is named
  private boolean skips; // the rest of what is said of an error

  private UserErrors(Path headers) {
    this.headers = headers.toString();
  }

  private static void absent(String said, String sentence) {
    ABSENT.put(Pattern.compile("(?:(?:fatal )?error: )?" + said), sentence);
  }

  /// @param headers the folder of the course's headers
  static String of(String output, Path headers) {
    var errors = new UserErrors(headers);
    output.lines().map(line -> LINKER.matcher(line).replaceFirst("")).forEach(errors::take);
    errors.tellIncluded();
    errors.told.addAll(errors.held);
    return errors.told.stream()
        .flatMap(line -> sentence(line).stream())
        .findFirst()
        .map(sentence -> sentence + "\n")
        .orElseGet(() -> String.join("", errors.told.stream().map(l -> l + "\n").toList()));
  }

  private static Optional<String> sentence(String line) {
    var placed = PLACED.matcher(line);
    return placed.matches()
        ? ABSENT.entrySet().stream()
            .filter(entry -> entry.getKey().matcher(placed.group(4)).matches())
            .findFirst()
            .map(entry ->
                line.substring(0, placed.start(4))
                    + "error: "
                    + entry.getKey().matcher(placed.group(4)).replaceFirst(entry.getValue()))
        : Optional.empty();
  }

  private boolean isOwn(String place) {
    return !place.startsWith(headers) && !place.startsWith("<") && !place.contains(WRAPPERS);
  }

  private void take(String line) {
    var include = FROM.matcher(line);
    if (include.matches()) {
      tellIncluded();
      skips = false;
      held.add(line);
      boolean outer = include.group(1).isBlank(); // gcc begins with the innermost one
      if (isOwn(include.group(2)) && (!outer || from.isEmpty())) {
        from = include.group(2);
      }
      return;
    }
    var placed = PLACED.matcher(line);
    boolean inHeader = placed.matches() && !isOwn(placed.group(1));
    if (inHeader && line.contains("note: ")) {
      return;
    }
    var led = LED_HERE.matcher(line);
    if (inHeader && line.contains("error: ")) {
      tellIncluded();
      waiting = placed.group(4);
      held.add(line);
      included = placed.group(1).contains(WRAPPERS) ? "" : from;
      return;
    }
    if (!waiting.isEmpty() && led.matches() && isOwn(led.group(1))) {
      tell(led.group(1));
      return;
    }
    tellIncluded();
    if (!skips || (!inHeader && !SNIPPET.matcher(line).matches())) {
      skips = false;
      from = "";
      held.add(line);
      if (waiting.isEmpty() || line.contains("error: ")) {
        told.addAll(held);
        held.clear();
        waiting = "";
      }
    }
  }

  /// Tells the error that waits at the line that includes its header, if there is one.
  private void tellIncluded() {
    if (!waiting.isEmpty() && !included.isEmpty()) {
      tell(included);
    }
  }

  /// Tells the error that waits, at this line.
  private void tell(String place) {
    told.add(place + ": " + waiting);
    held.clear();
    from = "";
    waiting = "";
    included = "";
    skips = true;
  }
}
