package tapeline.grader.run;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.tools.Diagnostic;
import javax.tools.StandardJavaFileManager;
import org.jspecify.annotations.Nullable;

/// A learner's file in which a number chooses one of many changes, so that all are compiled
/// together: trying one is running a test.
///
/// Each change has a copy of the method that it is in, `sum$7`, and the method begins with a switch
/// that calls the copy. A constructor begins with the changed bodies themselves, behind its call of
/// another one, and each of them returns. Loops count their turns, as a change may make one
/// endless. A change outside of methods, or in a compact constructor, is not made.
final class NumberedChanges {
  /// The number of no change. The turns that loops take then are the measure of too many.
  static final int NONE = -1;

  /// The number of changes that are compiled, and tried, when the time is over.
  static final int FEW = 8;

  private static final int MOST_ROUNDS = 5; // of compiling without what did not compile
  private static final String CONSTRUCTOR = "<init>";
  private static final String TURN = " TapelineChoice.turn();";
  private static final String CLASS =
      """

      class TapelineChoice {
        static int choice;
        private static int turns;
        private static int most = 1_000_000;
        static void choose(int number) {
          if (choice < 0) most = Math.max(most, 10 * turns);
          choice = number;
          turns = 0;
        }
        static void turn() { if (++turns > most && choice >= 0) throw new IllegalStateException("too many turns"); }
      }
      """;

  private final StandardJavaFileManager files;
  private final Path source;
  private final String text;
  private final String holder;
  private final int begin;
  private final int end;
  private final List<Method> methods = new ArrayList<>(); // an outer one before those in it
  private final List<int[]> expressions = new ArrayList<>();
  private final List<int[]> statements = new ArrayList<>();
  private final Set<String> names = new LinkedHashSet<>();

  /// A method that the exercise has a part in: where it begins, its body and its end, and how it is
  /// called. The body of a constructor begins behind the call of another one.
  private record Method(
      String name, String arguments, boolean isVoid, int start, int body, int end) {
    boolean isConstructor() {
      return name.equals(CONSTRUCTOR);
    }

    boolean holds(int from, int to) {
      return body < from && to < end;
    }

    /// The head of the copy with this number.
    String head(String text, int number) {
      var head = text.substring(start, body).replace("@Override", "");
      var named = Pattern.compile("\\b" + Pattern.quote(name) + "(?=\\s*\\()");
      return named.matcher(head).replaceFirst(name + "\\$" + number);
    }

    String call(int number) {
      var call = name + "$" + number + arguments + ";";
      return " case " + number + ": " + (isVoid ? call + " return;" : "return " + call);
    }
  }

  /// @param files compiles it
  /// @param source the file
  /// @param text compiles
  /// @param begin where the exercise begins in it
  /// @param end where it ends
  NumberedChanges(StandardJavaFileManager files, Path source, String text, int begin, int end) {
    this.files = files;
    this.source = source;
    this.text = text;
    this.begin = begin;
    this.end = end;
    try {
      var task = Javac.task(files, source, text, _ -> {});
      var unit = task.parse().iterator().next();
      var inPackage = unit.getPackageName() == null ? "" : unit.getPackageName() + ".";
      holder = inPackage + "TapelineChoice";
      new Finder(unit, Trees.instance(task).getSourcePositions()).scan(unit, null);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Returns the beginnings and ends of the exercise's expressions, counted from its own beginning.
  List<int[]> expressions() {
    return expressions;
  }

  /// Returns the beginnings and ends of the exercise's statements that can be left out.
  List<int[]> statements() {
    return statements;
  }

  /// The class that takes the number.
  String holder() {
    return holder;
  }

  /// The parameters and variables of the methods of the exercise.
  Set<String> names() {
    return names;
  }

  /// Compiles the file with those of `changes` that compile; they are chosen by their indices.
  ///
  /// @param changes differences of the exercise, whose places are counted from its beginning
  /// @param goOn whether there is still time; the first [#FEW] are compiled without
  List<Integer> compile(List<List<Hunk>> changes, BooleanSupplier goOn) {
    var left =
        IntStream.range(0, changes.size())
            .filter(i -> method(changes.get(i)).isPresent())
            .boxed()
            .collect(Collectors.toCollection(ArrayList::new));
    for (int round = 0; round < MOST_ROUNDS && !left.isEmpty(); round++) {
      if (left.size() > FEW && !goOn.getAsBoolean()) {
        left.subList(FEW, left.size()).clear();
      }
      var wrong = errors(changes, left);
      if (wrong.isEmpty()) {
        return left;
      }
      left.removeAll(wrong);
    }
    return List.of();
  }

  /// Returns the smallest method around the change.
  private Optional<Method> method(List<Hunk> change) {
    int from = begin + change.stream().mapToInt(Hunk::start).min().orElse(0);
    int to = begin + change.stream().mapToInt(Hunk::end).max().orElse(0);
    return methods.reversed().stream().filter(m -> m.holds(from, to)).findFirst();
  }

  /// Returns the changes that do not compile; all of them where an error is elsewhere.
  private Set<Integer> errors(List<List<Hunk>> changes, List<Integer> which) {
    var out = new StringBuilder();
    var copies = new TreeMap<Integer, Integer>(); // where one begins → its change
    var places = new TreeMap<Integer, Method>();
    methods.forEach(m -> places.put(m.body(), m));
    methods.forEach(m -> places.put(m.end(), m));
    int at = 0;
    for (var place : places.entrySet()) {
      var method = place.getValue();
      var mine =
          which.stream()
              .filter(i -> method(changes.get(i)).filter(method::equals).isPresent())
              .toList();
      boolean inside = place.getKey() == method.body();
      int next = place.getKey() + (inside ? 1 : 0);
      out.append(counted(text.substring(at, next)));
      at = next;
      if (method.isConstructor()) {
        for (int i : inside ? mine : List.<Integer>of()) {
          var body = body(method, changes.get(i));
          out.append(" if (TapelineChoice.choice == ").append(i).append(") {");
          copies.put(out.length(), i);
          out.append(counted(body.substring(1, body.length() - 1))).append(" return; }");
          copies.put(out.length(), NONE);
        }
      } else if (inside && !mine.isEmpty()) {
        out.append(" switch (TapelineChoice.choice) {");
        mine.forEach(i -> out.append(method.call(i)));
        out.append(" default: }");
      } else if (!inside) {
        for (int i : mine) {
          copies.put(out.length(), i);
          out.append(' ')
              .append(method.head(text, i))
              .append(counted(body(method, changes.get(i))));
        }
        copies.put(out.length(), NONE);
      }
    }
    out.append(counted(text.substring(at))).append(CLASS);
    var wrong = new HashSet<Integer>();
    Javac.task(
            files,
            source,
            out.toString(),
            d -> {
              if (d.getKind() != Diagnostic.Kind.ERROR) {
                return;
              }
              var copy = copies.floorEntry((int) d.getPosition());
              if (copy == null || copy.getValue() == NONE) {
                wrong.addAll(which);
              } else {
                wrong.add(copy.getValue());
              }
            })
        .call();
    return wrong;
  }

  /// The body of a method with the change in it.
  private String body(Method method, List<Hunk> change) {
    var exercise = Hunk.apply(text.substring(begin, end), change);
    int from = Math.max(begin, method.body());
    int to = Math.min(end, method.end());
    int cut = from - begin;
    int rest = end - to;
    return text.substring(method.body(), from)
        + exercise.substring(cut, exercise.length() - rest)
        + text.substring(to, method.end());
  }

  /// The text with a count at the beginning of each loop's block.
  private static String counted(String text) {
    var tokens = Token.of(text);
    var out = new StringBuilder();
    int at = 0;
    for (int i = 0; i < tokens.size(); i++) {
      var word = tokens.get(i).text();
      int block = i + 1;
      if (word.equals("for") || word.equals("while")) {
        int depth = 0;
        do {
          var t = block < tokens.size() ? tokens.get(block).text() : ")";
          depth += t.equals("(") ? 1 : t.equals(")") ? -1 : 0;
          block++;
        } while (depth > 0);
      } else if (!word.equals("do")) {
        continue;
      }
      if (block < tokens.size() && tokens.get(block).text().equals("{")) {
        out.append(text, at, tokens.get(block).end()).append(TURN);
        at = tokens.get(block).end();
      }
    }
    return out.append(text, at, text.length()).toString();
  }

  /// Finds the methods, expressions and statements of the exercise.
  private final class Finder extends TreeScanner<@Nullable Void, @Nullable Void> {
    private final CompilationUnitTree unit;
    private final SourcePositions positions;
    private boolean inMethod;

    Finder(CompilationUnitTree unit, SourcePositions positions) {
      this.unit = unit;
      this.positions = positions;
    }

    private int start(Tree tree) {
      return (int) positions.getStartPosition(unit, tree);
    }

    private int end(Tree tree) {
      return (int) positions.getEndPosition(unit, tree);
    }

    @Override
    public @Nullable Void scan(@Nullable Tree tree, @Nullable Void nothing) {
      if (tree != null && begin <= start(tree) && end(tree) <= NumberedChanges.this.end) {
        var place = new int[] {start(tree) - begin, end(tree) - begin};
        if (tree instanceof ExpressionTree && place[0] < place[1]) {
          expressions.add(place);
        } else if (canBeLeftOut(tree)) {
          statements.add(place);
        }
      }
      return super.scan(tree, null);
    }

    /// A step of a loop's head is a statement too, without a semicolon.
    private boolean canBeLeftOut(Tree tree) {
      return tree instanceof StatementTree
          && !(tree instanceof VariableTree || tree instanceof BlockTree)
          && !(tree instanceof ClassTree)
          && start(tree) < end(tree)
          && ";}".indexOf(text.charAt(end(tree) - 1)) >= 0;
    }

    @Override
    public @Nullable Void visitVariable(VariableTree tree, @Nullable Void nothing) {
      if (start(tree) <= NumberedChanges.this.end && !tree.getName().isEmpty() && inMethod) {
        names.add(tree.getName().toString());
      }
      return super.visitVariable(tree, null);
    }

    @Override
    public @Nullable Void visitMethod(MethodTree tree, @Nullable Void nothing) {
      boolean outer = inMethod;
      inMethod = begin <= end(tree) && start(tree) <= NumberedChanges.this.end;
      if (inMethod && tree.getBody() != null && !isCompact(tree)) {
        methods.add(
            new Method(
                tree.getName().toString(),
                tree.getParameters().stream()
                    .map(p -> p.getName().toString())
                    .collect(Collectors.joining(", ", "(", ")")),
                "void".equals(String.valueOf(tree.getReturnType())),
                start(tree),
                body(tree.getBody()),
                end(tree)));
      }
      super.visitMethod(tree, null);
      inMethod = outer;
      return null;
    }

    /// A record's constructor without parameters of its own; it may not return.
    private boolean isCompact(MethodTree tree) {
      return tree.getName().contentEquals(CONSTRUCTOR)
          && text.substring(start(tree), start(tree.getBody())).indexOf('(') < 0;
    }

    /// The bracket before the first statement, or the semicolon of a constructor's call of another
    /// one.
    private int body(BlockTree block) {
      return block.getStatements().stream()
          .filter(s -> s.toString().matches("(?s)(super|this)\\(.*"))
          .findFirst()
          .map(s -> end(s) - 1)
          .orElse(start(block));
    }
  }
}
