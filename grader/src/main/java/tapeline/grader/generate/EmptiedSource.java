package tapeline.grader.generate;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.PrimitiveTypeTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import javax.lang.model.element.Modifier;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Imports;

/// A Java source of which the API is left: its methods and constructors throw `Todo`, and what is
/// private is gone, but for what a head or a value names. Methods without statements stay, and so
/// do numbers and texts that are constants, and an enum's constants with their constructor. Other
/// constants are null, as an initializer that threw would spoil its class for good.
final class EmptiedSource {
  private static final Pattern BEHIND = Pattern.compile("(?:\\s*[,;])?(?:[ \\t]*//[^\\n]*)?");
  private static final Pattern IMPORT =
      Pattern.compile("(?m)^import (?:static )?[\\w.]+\\.(\\w+);\\n");

  private final String text;
  private final String module;
  private final Set<String> named;
  private final CompilationUnitTree unit;
  private final SourcePositions positions;
  private final TreeMap<Integer, Edit> edits = new TreeMap<>();

  /// A text for what begins at its key.
  private record Edit(int to, String text) {}

  /// @param named the private members that stay
  private EmptiedSource(String text, String module, Set<String> named) {
    var source =
        new SimpleJavaFileObject(URI.create("string:///Source.java"), JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
          }
        };
    var javac = ToolProvider.getSystemJavaCompiler();
    var task = (JavacTask) javac.getTask(null, null, _ -> {}, null, null, List.of(source));
    this.text = text;
    this.module = module;
    this.named = named;
    positions = Trees.instance(task).getSourcePositions();
    try {
      unit = task.parse().iterator().next();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Returns the source emptied.
  ///
  /// @param module what `Todo` names, `05`
  static String of(String text, String module) {
    var named = new HashSet<String>();
    while (true) {
      var emptied = new EmptiedSource(text, module, named).emptied();
      if (!named.addAll(new EmptiedSource(emptied, module, named).names())) {
        return emptied;
      }
    }
  }

  /// The names that the types of the source use.
  private Set<String> names() {
    var names = new HashSet<String>();
    new TreeScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void scan(@Nullable Tree tree, @Nullable Void nothing) {
        switch (tree) {
          case IdentifierTree t -> names.add("" + t.getName());
          case MemberSelectTree t -> names.add("" + t.getIdentifier());
          case MemberReferenceTree t -> names.add("" + t.getName());
          case null, default -> {}
        }
        return super.scan(tree, null);
      }
    }.scan(unit.getTypeDecls(), null);
    return names;
  }

  private String emptied() {
    for (var tree : unit.getTypeDecls()) {
      if (tree instanceof ClassTree type) {
        empty(type);
      }
    }
    if (edits.isEmpty()) {
      return text;
    }
    var out = new StringBuilder(text);
    edits.descendingMap().forEach((from, edit) -> out.replace(from, edit.to, edit.text));
    var words = List.of(IMPORT.matcher(out).replaceAll("").split("\\W+"));
    var used = IMPORT.matcher(out).replaceAll(m -> words.contains(m.group(1)) ? "$0" : "");
    return Imports.withTodo(used.replaceAll("\n{3,}", "\n\n"));
  }

  private int start(Tree tree) {
    return (int) positions.getStartPosition(unit, tree);
  }

  private int end(@Nullable Tree tree) {
    return tree == null ? -1 : (int) positions.getEndPosition(unit, tree);
  }

  private void empty(ClassTree type) {
    boolean isRecord = type.getKind() == Tree.Kind.RECORD;
    boolean isEnum = type.getKind() == Tree.Kind.ENUM;
    int head = Math.max(end(type.getModifiers()), end(type.getExtendsClause()));
    var members = new ArrayList<Tree>(type.getMembers());
    while (isRecord && !members.isEmpty() && isComponent(members.getFirst())) {
      head = end(members.removeFirst());
    }
    int at = text.indexOf('{', Math.max(start(type), head)) + 1;
    for (var member : members) {
      var behind = BEHIND.matcher(text).region(end(member), text.length());
      int to = behind.lookingAt() ? behind.end() : end(member);
      switch (member) {
        case ClassTree inner when isOpen(inner.getModifiers(), inner.getSimpleName()) ->
            empty(inner);
        case MethodTree method when isConstructor(method) -> {
          if (!isEnum) {
            empty(method, type);
          }
        }
        case MethodTree method when isOpen(method.getModifiers(), method.getName()) ->
            empty(method, type);
        case VariableTree field
            when isOpen(field.getModifiers(), field.getName()) || (isEnum && !isStatic(field)) -> {
          if (!isEnum) {
            empty(field, type);
          }
        }
        default -> edits.put(at, new Edit(to, ""));
      }
      at = to;
    }
  }

  private static boolean isComponent(Tree member) {
    return member instanceof VariableTree field && !isStatic(field);
  }

  private boolean isOpen(ModifiersTree modifiers, CharSequence name) {
    return !modifiers.getFlags().contains(Modifier.PRIVATE) || named.contains("" + name);
  }

  private static boolean isStatic(VariableTree field) {
    return field.getModifiers().getFlags().contains(Modifier.STATIC);
  }

  private static boolean isConstructor(MethodTree method) {
    return method.getName().contentEquals("<init>");
  }

  private void empty(MethodTree method, ClassTree type) {
    var body = method.getBody();
    if (body == null || body.getStatements().isEmpty()) {
      return;
    }
    var indent = text.substring(text.lastIndexOf('\n', start(method)), start(method));
    var opening = new StringBuilder(); // a class with a superclass, or a record, may need this call
    boolean isRecord = type.getKind() == Tree.Kind.RECORD;
    if (isConstructor(method) && (isRecord || type.getExtendsClause() != null)) {
      body.getStatements().stream()
          .filter(s -> s.toString().matches("(?s)(super|this)\\(.*"))
          .forEach(s -> opening.append(indent + "  ").append(text, start(s), end(s)));
    }
    var name = isConstructor(method) ? "new " + type.getSimpleName() : method.getName();
    replace(
        start(body),
        end(body),
        " {%s%s  throw new Todo(\"%s\", \"%s\");%s}"
            .formatted(opening, indent, module, name, indent));
  }

  private void empty(VariableTree field, ClassTree type) {
    var value = field.getInitializer();
    boolean isFinal =
        field.getModifiers().getFlags().contains(Modifier.FINAL)
            || type.getKind() == Tree.Kind.INTERFACE;
    boolean isPlain =
        field.getType() instanceof PrimitiveTypeTree || "String".equals("" + field.getType());
    if (value != null && !(isFinal && isPlain)) {
      var nothing = isFinal ? " = /* TODO %s */ null".formatted(module) : "";
      replace(text.lastIndexOf('=', start(value)), end(value), nothing);
    }
  }

  /// Replaces a part of the text, and the space before it.
  private void replace(int from, int to, String instead) {
    edits.put(text.substring(0, from).stripTrailing().length(), new Edit(to, instead));
  }
}
