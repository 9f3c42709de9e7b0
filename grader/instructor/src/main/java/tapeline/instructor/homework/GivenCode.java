package tapeline.instructor.homework;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Instruction;
import java.lang.classfile.MethodModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LineNumber;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.invoke.MethodType;
import java.lang.reflect.AccessFlag;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.Exercise;
import tapeline.grader.course.MarkedSource;
import tapeline.grader.course.Region;
import tapeline.grader.run.CompileError;

/// The given code in a module's files with exercises, as the course compiles it. The classes of a
/// submission have to have the same: a text can be written so that a given method calls another
/// one, or a region so that it ends the method that it is in.
///
/// A given method is one without a line in a region. Its instructions are compared, those that
/// initialize an object or a class as a part of the submission's, where fields may be added. And no
/// class of the course overrides a method that it does not override in the course, such as
/// `equals`.
final class GivenCode {
  private static final Pattern NUMBER = Pattern.compile("\\$\\d+");
  private static final String TO_STRING = "toString()Ljava/lang/String;";

  private final List<Path> classPath;
  private final Map<String, List<Region>> regions = new HashMap<>();

  /// @param classPath the reference solution's classes, and behind them those that they need
  GivenCode(Course course, CourseModule module, List<Path> classPath) {
    this.classPath = List.copyOf(classPath);
    var prefix = "src/main/java/";
    for (var file : module.exercises().stream().map(Exercise::file).distinct().toList()) {
      if (file.startsWith(prefix) && file.endsWith(".java")) {
        var source = Course.read(course.solution(module).resolve(file));
        var name = file.substring(prefix.length(), file.length() - ".java".length());
        regions.put(name, MarkedSource.parse(file, source).regions());
      }
    }
  }

  /// A method and its class.
  private record Code(ClassModel type, MethodModel method) {
    String key() {
      return method.methodName().stringValue() + method.methodType().stringValue();
    }

    /// The method's name, for which the compiler's numbers do not matter.
    String name() {
      return plain(type.thisClass().asInternalName() + "." + key());
    }

    /// The class and the method's name, or an anonymous class as a whole.
    String unit() {
      var owner = type.thisClass().asInternalName();
      var plain = plain(owner);
      return isAnonymous(owner) ? plain : plain + "." + plain(method.methodName().stringValue());
    }

    /// Returns whether it makes a lambda or an object of an anonymous class that is one of `units`.
    boolean makes(Set<String> units) {
      return elements().stream()
          .anyMatch(e ->
              switch (e) {
                case NewObjectInstruction n ->
                    isAnonymous(n.className().asInternalName())
                        && units.contains(plain(n.className().asInternalName()));
                case InvokeDynamicInstruction i ->
                    i.bootstrapArgs().stream()
                        .anyMatch(arg ->
                            arg instanceof DirectMethodHandleDesc d
                                && d.methodName().startsWith("lambda$")
                                && units.contains(
                                    plain(
                                        type.thisClass().asInternalName() + "." + d.methodName())));
                default -> false;
              });
    }

    private static boolean isAnonymous(String type) {
      return type.matches(".*\\$\\d+");
    }

    boolean initializes() {
      return method.methodName().stringValue().startsWith("<");
    }

    int line() {
      return lines().stream().findFirst().orElse(1);
    }

    List<Integer> lines() {
      return elements().stream()
          .flatMap(e -> e instanceof LineNumber n ? List.of(n.line()).stream() : null)
          .toList();
    }

    List<String> instructions(Set<String> answered) {
      return elements().stream()
          .filter(Instruction.class::isInstance)
          .map(e ->
              e instanceof InvokeInstruction i && answered.contains(called(i))
                  ? called(i)
                  : plain(e.toString().replace("OP=LDC_W", "OP=LDC")))
          .toList();
    }

    private static String called(InvokeInstruction i) {
      return plain(i.owner().asInternalName() + "." + i.name());
    }

    private List<CodeElement> elements() {
      return method.code().map(c -> c.elementList()).orElse(List.of());
    }
  }

  private static String plain(String name) {
    return NUMBER.matcher(name).replaceAll("\\$#");
  }

  /// Returns an error for each given method that a submission's classes have otherwise, at its
  /// line.
  ///
  /// @param sources of the submission
  /// @param output their classes
  List<CompileError> changed(List<Path> sources, Path output) {
    var errors = new ArrayList<CompileError>();
    regions.forEach((name, inside) -> {
      var source = sources.stream().filter(p -> p.endsWith(Path.of(name + ".java"))).findFirst();
      if (source.isPresent()) {
        for (var e : changed(name, inside, output).entrySet()) {
          errors.add(new CompileError(source.get(), e.getKey(), 1, e.getValue()));
        }
      }
    });
    return errors;
  }

  private Map<Integer, String> changed(String name, List<Region> inside, Path output) {
    var errors = new HashMap<Integer, String>();
    var own = codes(output, name);
    var course = codes(classPath.getFirst(), name);
    var answered = answered(course, inside);
    var given =
        course.stream()
            .filter(c -> !answered.contains(c.unit()) && !c.key().startsWith("$values()"))
            .filter(c -> !c.key().equals(TO_STRING)) // no test is passed by another one
            .toList();
    var free = new ArrayList<>(own);
    for (var c : given) {
      var alike = free.stream().filter(o -> o.name().equals(c.name())).toList();
      var wanted = c.instructions(answered);
      var same =
          alike.stream()
              .filter(o ->
                  c.initializes()
                      ? isPart(wanted, o.instructions(answered))
                      : wanted.equals(o.instructions(answered)))
              .findFirst();
      if (same.isPresent()) {
        free.remove(same.get());
      } else if (!alike.isEmpty()) {
        errors.put(
            alike.getFirst().line(),
            "given code is the course's, and %s of %s does not do here what it does there"
                .formatted(c.method.methodName(), simple(c.type)));
      }
    }
    var types =
        course.stream()
            .collect(Collectors.toMap(c -> c.type.thisClass(), c -> c.type, (a, _) -> a));
    for (var o : own) {
      var type = types.get(o.type.thisClass());
      if (type != null
          && course.stream().noneMatch(c -> c.type == type && c.key().equals(o.key()))
          && overrides(o, type)) {
        errors.put(
            o.line(),
            "a class of the course overrides what it does in the course, and %s has no %s there"
                .formatted(simple(type), o.method.methodName()));
      }
    }
    return errors;
  }

  /// The methods and anonymous classes with a line in a region, and the methods in which one of
  /// these lambdas or classes is made: what they hand it is what the answer uses.
  private static Set<String> answered(List<Code> course, List<Region> inside) {
    var answered = new HashSet<String>();
    for (var c : course) {
      if (c.lines().stream().anyMatch(n -> inside.stream().anyMatch(r -> r.contains(n)))) {
        answered.add(c.unit());
      }
    }
    int before = 0;
    while (before < answered.size()) {
      before = answered.size();
      course.stream().filter(c -> c.makes(answered)).map(Code::unit).forEach(answered::add);
    }
    return answered;
  }

  private static String simple(ClassModel type) {
    var name = type.thisClass().asInternalName();
    return name.substring(name.lastIndexOf('/') + 1).replace('$', '.');
  }

  private static boolean isPart(List<String> some, List<String> all) {
    int found = 0;
    for (var next : all) {
      found += found < some.size() && some.get(found).equals(next) ? 1 : 0;
    }
    return found == some.size();
  }

  private boolean overrides(Code added, ClassModel type) {
    var flags = added.method.flags();
    return !flags.has(AccessFlag.PRIVATE)
        && !flags.has(AccessFlag.STATIC)
        && !added.initializes()
        && !added.key().equals(TO_STRING)
        && inherits(type, added.key());
  }

  private boolean inherits(ClassModel type, String key) {
    var above = new ArrayList<>(type.interfaces());
    type.superclass().ifPresent(above::add);
    return above.stream().map(ClassEntry::asInternalName).anyMatch(t -> declares(t, key));
  }

  private boolean declares(String type, String key) {
    for (var folder : classPath) {
      var file = folder.resolve(type + ".class");
      if (Files.exists(file)) {
        var model = parse(file);
        return model.methods().stream()
                .anyMatch(
                    m -> !m.flags().has(AccessFlag.PRIVATE) && new Code(model, m).key().equals(key))
            || inherits(model, key);
      }
    }
    return declares(javas(type), key);
  }

  private static @Nullable Class<?> javas(String type) {
    try {
      return Class.forName(type.replace('/', '.'), false, ClassLoader.getPlatformClassLoader());
    } catch (ClassNotFoundException _) {
      return null; // a library's: tests compare none of its objects
    }
  }

  private static boolean declares(@Nullable Class<?> type, String key) {
    return type != null
        && (Arrays.stream(type.getDeclaredMethods())
                .anyMatch(m ->
                    key.equals(
                        m.getName()
                            + MethodType.methodType(m.getReturnType(), m.getParameterTypes())
                                .toMethodDescriptorString()))
            || declares(type.getSuperclass(), key)
            || Arrays.stream(type.getInterfaces()).anyMatch(i -> declares(i, key)));
  }

  /// The methods of the classes that a source has become.
  private static List<Code> codes(Path folder, String name) {
    var top = folder.resolve(name);
    var in = Objects.requireNonNull(top.getParent(), "a class lies in a folder");
    if (!Files.isDirectory(in)) {
      return List.of();
    }
    var own =
        Pattern.compile(Pattern.quote(String.valueOf(top.getFileName())) + "(\\$.*)?\\.class");
    return Course.files(in, p -> own.matcher(p.getFileName().toString()).matches()).stream()
        .filter(p -> in.equals(p.getParent()))
        .map(GivenCode::parse)
        .flatMap(type -> type.methods().stream().map(m -> new Code(type, m)))
        .toList();
  }

  private static ClassModel parse(Path file) {
    try {
      return ClassFile.of().parse(file);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the class " + file, e);
    }
  }
}
