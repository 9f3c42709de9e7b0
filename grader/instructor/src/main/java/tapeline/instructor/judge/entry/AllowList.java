package tapeline.instructor.judge.entry;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.reflect.AccessFlag;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import tapeline.instructor.judge.verdict.Defence;
import tapeline.instructor.judge.verdict.RuleBroken;

/// The names that an entry's classes may use: the course, collections, numbers, threads; no files,
/// no network, no processes, no reflection, no native code.
///
/// A second line behind the sandbox, never instead of it. It reads the constant pools of the
/// compiled classes, where all classes and members stand that code can reach without reflection.
public final class AllowList {
  /// Packages of the JDK, of libraries and of the course, whose classes entries may use.
  private static final List<String> PACKAGES =
      List.of(
          "java/lang",
          "java/lang/annotation",
          "java/lang/runtime",
          "java/math",
          "java/nio",
          "java/nio/charset",
          "java/text",
          "java/time",
          "java/util",
          "java/util/concurrent",
          "java/util/concurrent/atomic",
          "java/util/concurrent/locks",
          "java/util/function",
          "java/util/random",
          "java/util/regex",
          "java/util/stream",
          "java/util/zip",
          "jdk/incubator/vector",
          "org/jspecify/annotations",
          "tapeline/autograd",
          "tapeline/check",
          "tapeline/conv",
          "tapeline/nn",
          "tapeline/optim",
          "tapeline/reuse",
          "tapeline/scalar",
          "tapeline/tensor",
          "tapeline/transformer");

  /// Allowed classes of packages that are not allowed.
  private static final Set<String> CLASSES =
      Set.of(
          "tapeline/competition/Contestant",
          "tapeline/data/Dataset",
          "java/io/BufferedInputStream",
          "java/io/BufferedReader",
          "java/io/ByteArrayInputStream",
          "java/io/ByteArrayOutputStream",
          "java/io/DataInputStream",
          "java/io/EOFException",
          "java/io/IOException",
          "java/io/InputStream",
          "java/io/InputStreamReader",
          "java/io/PrintStream",
          "java/io/Reader",
          "java/io/Serializable",
          "java/io/StringReader",
          "java/io/StringWriter",
          "java/io/UncheckedIOException",
          "java/io/Writer",
          "java/lang/invoke/LambdaMetafactory",
          "java/lang/invoke/StringConcatFactory",
          "java/lang/invoke/CallSite",
          "java/lang/invoke/MethodType",
          "java/lang/invoke/SerializedLambda",
          "java/lang/invoke/TypeDescriptor");

  /// Named by every lambda, so they may stand there; their methods may not be called.
  private static final Set<String> NAMES =
      Set.of(
          "java/lang/invoke/MethodHandles",
          "java/lang/invoke/MethodHandles$Lookup",
          "java/lang/invoke/MethodHandle");

  /// Forbidden classes of packages that are allowed.
  private static final Pattern NOT_CLASSES =
      Pattern.compile(
          "java/lang/(Process.*|ClassLoader|ClassValue|Module.*|StackWalker.*|Scoped.*"
              + "|InheritableThreadLocal|Runtime\\$.*)|java/util/(ServiceLoader.*|Timer.*|zip/ZipFile.*)");

  private static final Map<String, Pattern> NOT_MEMBERS =
      Map.of(
          "java/lang/System",
          Pattern.compile(
              "(?!nanoTime|currentTimeMillis|arraycopy|identityHashCode|lineSeparator|out|err).*"),
          "java/lang/Runtime",
          Pattern.compile("(?!getRuntime|availableProcessors).*"),
          "java/lang/Class",
          Pattern.compile(
              "forName|newInstance|getClassLoader|getModule|getProtectionDomain"
                  + "|get(Declared)?(Method|Field|Constructor|Class)s?"),
          "java/lang/Thread",
          Pattern.compile(
              ".*ContextClassLoader|getAllStackTraces|.*UncaughtExceptionHandler|getThreadGroup"),
          "java/util/concurrent/Executors",
          Pattern.compile("privileged.*"));

  /// Constructors that open a file by its name, by their descriptors.
  private static final Map<String, Pattern> NOT_MADE_OF =
      Map.of(
          "java/io/PrintStream", Pattern.compile("\\(Ljava/(lang/String|io/File);.*"),
          "java/util/Formatter", Pattern.compile("\\(Ljava/(lang/String|io/File);.*"));

  private AllowList() {}

  /// The packages of the course, for example `tapeline.tensor`.
  static List<String> coursePackages() {
    return PACKAGES.stream()
        .filter(p -> p.startsWith("tapeline/"))
        .map(p -> p.replace('/', '.'))
        .toList();
  }

  /// Reads the class files of a folder, by their internal names.
  static Map<String, ClassModel> read(Path folder) throws IOException, RuleBroken {
    var classes = new HashMap<String, ClassModel>();
    try (var files = Files.walk(folder)) {
      for (var file : files.filter(f -> f.toString().endsWith(".class")).sorted().toList()) {
        try {
          var model = ClassFile.of().parse(Files.readAllBytes(file));
          classes.put(model.thisClass().asInternalName(), model);
        } catch (IllegalArgumentException e) {
          throw RuleBroken.refused(
              Defence.ALLOW_LIST, "%s is no class file".formatted(file.getFileName()));
        }
      }
    }
    return classes;
  }

  /// @throws RuleBroken naming the first thing that may not be named
  static void check(Map<String, ClassModel> classes) throws RuleBroken {
    for (var entry : classes.entrySet()) {
      var problem = problem(entry.getValue(), classes);
      if (problem.isPresent()) {
        throw RuleBroken.refused(
            Defence.ALLOW_LIST, "%s %s".formatted(entry.getKey().replace('/', '.'), problem.get()));
      }
    }
  }

  private static Optional<String> problem(ClassModel model, Map<String, ClassModel> own) {
    if (model.thisClass().asInternalName().matches("(java|javax|jdk|sun|com/sun|tapeline)/.*")) {
      return Optional.of("is in a package of the JDK or the course: take one of your own");
    }
    for (var method : model.methods()) {
      if (method.flags().has(AccessFlag.NATIVE)) {
        return Optional.of(
            "has the native method %s: native code may not be used"
                .formatted(method.methodName().stringValue()));
      }
    }
    for (var constant : model.constantPool()) {
      var bad =
          switch (constant) {
            case ClassEntry c when !mayBeNamed(element(c.asInternalName()), own.keySet()) ->
                element(c.asInternalName());
            case MemberRefEntry m when !mayBeUsed(m, own) ->
                element(m.owner().asInternalName()) + "." + m.name().stringValue();
            default -> null;
          };
      if (bad != null) {
        return Optional.of("uses " + bad.replace('/', '.') + ", which an entry may not use");
      }
    }
    return Optional.empty();
  }

  private static String element(String name) {
    return name.startsWith("[") ? name.replaceFirst("^\\[+L?", "").replaceFirst(";$", "") : name;
  }

  private static boolean mayBeNamed(String name, Set<String> own) {
    int end = name.lastIndexOf('/');
    return own.contains(name)
        || name.length() == 1 // an array of primitives
        || CLASSES.contains(name)
        || NAMES.contains(name)
        || (end > 0
            && PACKAGES.contains(name.substring(0, end))
            && !NOT_CLASSES.matcher(name).matches());
  }

  private static boolean mayBeUsed(MemberRefEntry member, Map<String, ClassModel> own) {
    var owner = element(member.owner().asInternalName());
    var name = member.name().stringValue();
    var made = NOT_MADE_OF.get(owner);
    return mayBeNamed(owner, own.keySet())
        && !NAMES.contains(owner)
        && !isRefused(owner, name, own)
        && (made == null
            || !name.equals("<init>")
            || !made.matcher(member.type().stringValue()).matches());
  }

  /// Returns whether a member may not be used in its class, or where that class has it from: a
  /// class that extends `Thread` names the members of `Thread` by its own name.
  private static boolean isRefused(String owner, String member, Map<String, ClassModel> own) {
    for (var type = owner; !type.isEmpty(); type = superclass(type, own)) {
      var mine = own.get(type);
      if (mine != null
          && mine.methods().stream().anyMatch(m -> m.methodName().equalsString(member))) {
        return false;
      }
      var not = NOT_MEMBERS.get(type);
      if (not != null && not.matcher(member).matches()) {
        return true;
      }
    }
    return false;
  }

  /// Empty where there is none, or the class is the course's, of which none inherits what is
  /// refused.
  private static String superclass(String type, Map<String, ClassModel> own) {
    var mine = own.get(type);
    if (mine != null) {
      return mine.superclass().map(ClassEntry::asInternalName).orElse("");
    }
    try {
      var platform = ClassLoader.getPlatformClassLoader();
      var above = Class.forName(type.replace('/', '.'), false, platform).getSuperclass();
      return above == null ? "" : above.getName().replace('.', '/');
    } catch (ClassNotFoundException _) {
      return "";
    }
  }
}
