package tapeline.grader.worker;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.MethodModel;
import java.lang.constant.ClassDesc;
import java.lang.reflect.AccessFlag;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Compares the public members of classes, so that a changed signature is one sentence rather than
/// a link error.
public final class Api {
  private Api() {}

  /// The members that the reference has and the given classes lack, in Java's notation.
  ///
  /// @param given folders of classes; of a class that several have, the first counts
  public static List<String> missing(Path reference, List<Path> given) throws IOException {
    var have = new TreeMap<String, SortedMap<String, String>>();
    for (var folder : given) {
      members(folder).forEach(have::putIfAbsent);
    }
    var problems = new ArrayList<String>();
    members(reference)
        .forEach((type, wanted) -> {
          var mine = have.get(type);
          if (mine == null) {
            problems.add("the type " + type + " is missing");
            return;
          }
          wanted.forEach((member, notation) -> {
            if (!mine.containsKey(member)) {
              problems.add(type + " needs  " + notation + near(name(member), mine, type.length()));
            }
          });
        });
    return problems;
  }

  private static String near(String name, Map<String, String> mine, int indent) {
    var alike =
        mine.entrySet().stream()
            .filter(e -> name(e.getKey()).equals(name))
            .map(Map.Entry::getValue)
            .toList();
    return alike.isEmpty()
        ? ""
        : "\n" + " ".repeat(indent) + " but has " + String.join(", ", alike);
  }

  private static String name(String member) {
    return member.substring(0, member.indexOf(' '));
  }

  private static SortedMap<String, SortedMap<String, String>> members(Path folder)
      throws IOException {
    var all = new TreeMap<String, SortedMap<String, String>>();
    List<Path> files;
    if (!Files.isDirectory(folder)) {
      return all;
    }
    try (var s = Files.walk(folder)) {
      files = s.filter(p -> p.toString().endsWith(".class")).toList();
    }
    for (var file : files) {
      var type = ClassFile.of().parse(file);
      if (!visible(type.flags().flags())) {
        continue;
      }
      var members = new TreeMap<String, String>();
      for (var m : type.methods()) {
        if (visible(m.flags().flags())) {
          members.put(m.methodName() + " " + m.methodType(), notation(m));
        }
      }
      for (var f : type.fields()) {
        if (visible(f.flags().flags())) {
          members.put(
              f.fieldName() + " " + f.fieldType(),
              f.fieldTypeSymbol().displayName() + " " + f.fieldName());
        }
      }
      all.put(type.thisClass().asInternalName().replace('/', '.').replace('$', '.'), members);
    }
    return all;
  }

  private static String notation(MethodModel m) {
    var type = m.methodTypeSymbol();
    var parameters =
        type.parameterList().stream()
            .map(ClassDesc::displayName)
            .collect(Collectors.joining(", ", "(", ")"));
    var name = m.methodName().stringValue();
    return (m.flags().has(AccessFlag.STATIC) ? "static " : "")
        + (name.equals("<init>") ? "new" : type.returnType().displayName() + " " + name)
        + parameters;
  }

  private static boolean visible(Set<AccessFlag> flags) {
    return (flags.contains(AccessFlag.PUBLIC) || flags.contains(AccessFlag.PROTECTED))
        && !flags.contains(AccessFlag.SYNTHETIC);
  }
}
