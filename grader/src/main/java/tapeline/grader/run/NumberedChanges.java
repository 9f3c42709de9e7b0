package tapeline.grader.run;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.CaseTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.DoWhileLoopTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import javax.tools.Diagnostic;
import javax.tools.StandardJavaFileManager;
import org.jspecify.annotations.Nullable;

/// A learner's file in which a number chooses one of many changes, so that all are compiled
/// together: trying one is running a test.
///
/// A change is made in the smallest statement around it: `if (is(7)) { changed } else { as it was
/// }`. Loops count their turns, as a change may make one endless.
final class NumberedChanges {
  /// The number of no change. The turns that loops take then are the measure of too many.
  static final int NONE = -1;

  private static final int MOST_ROUNDS = 5; // of compiling without what did not compile
  private static final List<Set<String>> ENDS =
      List.of(Set.of("return", "throw"), Set.of("=", "+=", "-=", "*=", "/="));
  private static final String TURN = " TapelineChoice.turn();";
  private static final String CLASS =
      """

      class TapelineChoice {
        private static int choice;
        private static int turns;
        private static int most = 1_000_000;
        static void choose(int number) {
          if (choice < 0) most = Math.max(most, 10 * turns);
          choice = number;
          turns = 0;
        }
        static boolean is(int number) { return choice == number; }
        static void turn() { if (++turns > most && choice >= 0) throw new IllegalStateException("too many turns"); }
      }
      """;

  private final StandardJavaFileManager files;
  private final Path source;
  private final String text;
  private final String holder;
  private final int begin;
  private final int end;
  private final Place whole;
  private final Set<Integer> turns = new HashSet<>();
  private final List<int[]> expressions = new ArrayList<>();
  private final List<int[]> statements = new ArrayList<>();
  private final Set<String> names = new LinkedHashSet<>();

  /// A statement, or the value that a variable is declared with.
  private static final class Place {
    final int start;
    final int end;
    @Nullable String declaration;
    int value;
    final List<Place> inner = new ArrayList<>();
    final List<Integer> changes = new ArrayList<>();

    Place(int start, int end) {
      this.start = start;
      this.end = end;
      value = start;
    }

    /// Whether a change from `from` to `to` can be made here.
    boolean holds(int from, int to) {
      return value <= from && to <= end - (declaration == null ? 0 : 1);
    }
  }

  /// @param source where the file is written; `files` compiles it
  /// @param text compiles
  /// @param begin where the exercise begins in it
  /// @param end where it ends
  NumberedChanges(StandardJavaFileManager files, Path source, String text, int begin, int end) {
    this.files = files;
    this.source = source;
    this.text = text;
    this.begin = begin;
    this.end = end;
    whole = new Place(0, text.length());
    try {
      Files.writeString(source, text);
      var task = Javac.task(files, source, _ -> {});
      var unit = task.parse().iterator().next();
      var inPackage = unit.getPackageName() == null ? "" : unit.getPackageName() + ".";
      holder = inPackage + "TapelineChoice";
      task.analyze();
      new Finder(unit, Trees.instance(task)).scan(unit, null);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Where expressions of the exercise begin and end, counted from its own beginning.
  List<int[]> expressions() {
    return expressions;
  }

  /// Where statements of the exercise that can be left out begin and end.
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
  /// @param goOn whether there is still time
  List<Integer> compile(List<List<Hunk>> changes, BooleanSupplier goOn) {
    var left = new ArrayList<Integer>();
    for (int i = 0; i < changes.size(); i++) {
      left.add(i);
    }
    for (int round = 0; round < MOST_ROUNDS && !left.isEmpty() && goOn.getAsBoolean(); round++) {
      var written = new Written(changes, left);
      var wrong = written.errors();
      if (wrong.isEmpty()) {
        return left;
      }
      left.removeAll(wrong);
    }
    return List.of();
  }

  /// The file with some changes.
  private final class Written {
    private final List<List<Hunk>> changes;
    private final StringBuilder out = new StringBuilder();
    private final TreeMap<Integer, int[]> ranges = new TreeMap<>(); // start → end, change
    private final List<Integer> made = new ArrayList<>();

    Written(List<List<Hunk>> changes, List<Integer> which) {
      this.changes = changes;
      forget(whole);
      for (int i : which) {
        var hunks = changes.get(i);
        int from = begin + hunks.stream().mapToInt(Hunk::start).min().orElse(0);
        int to = begin + hunks.stream().mapToInt(Hunk::end).max().orElse(0);
        var place = around(whole, from, to);
        if (place != whole) {
          place.changes.add(i);
          made.add(i);
        }
      }
      statement(whole);
      out.append(CLASS);
    }

    private static void forget(Place place) {
      place.changes.clear();
      place.inner.forEach(Written::forget);
    }

    private static Place around(Place place, int from, int to) {
      for (var p : place.inner) {
        if (p.holds(from, to)) {
          return around(p, from, to);
        }
      }
      return place;
    }

    private void statement(Place place) {
      if (place.changes.isEmpty()) {
        unchanged(place, place.start);
        return;
      }
      var declaration = place.declaration;
      var assigned = "";
      if (declaration != null) {
        out.append(declaration).append("; ");
        assigned = declaration.substring(declaration.lastIndexOf(' ') + 1) + " = ";
      }
      out.append("{ ");
      for (int i : place.changes) {
        int at = out.length();
        out.append("if (TapelineChoice.is(").append(i).append(")) { ").append(assigned);
        changed(place.value, place.end, changes.get(i));
        out.append(" } else ");
        ranges.put(at, new int[] {out.length(), i});
      }
      out.append("{ ").append(assigned);
      unchanged(place, place.value);
      out.append(" } }");
    }

    private void unchanged(Place place, int from) {
      int at = from;
      for (var p : place.inner) {
        if (p.start >= at) {
          changed(at, p.start, List.of());
          statement(p);
          at = p.end;
        }
      }
      changed(at, place.end, List.of());
    }

    /// The text from `from` to `to` with these hunks.
    private void changed(int from, int to, List<Hunk> hunks) {
      int at = from;
      for (var h : hunks.stream().sorted((a, b) -> a.start() - b.start()).toList()) {
        counted(at, begin + h.start());
        out.append(h.instead());
        at = begin + h.end();
      }
      counted(at, to);
    }

    private void counted(int from, int to) {
      int at = from;
      for (int i = from + 1; i <= to; i++) {
        if (turns.contains(i)) {
          out.append(text, at, i).append(TURN);
          at = i;
        }
      }
      if (at < to) {
        out.append(text, at, to);
      }
    }

    /// The changes that may cause an error elsewhere: those that leave out an assignment or the end
    /// of a method, else all.
    private List<Integer> suspects() {
      var suspects =
          made.stream().filter(i -> changes.get(i).stream().anyMatch(Written::ends)).toList();
      return suspects.isEmpty() ? made : suspects;
    }

    private static boolean ends(Hunk hunk) {
      return ENDS.stream().anyMatch(end -> count(hunk.text(), end) > count(hunk.instead(), end));
    }

    private static long count(String tokens, Set<String> words) {
      return Token.of(tokens).stream().filter(t -> words.contains(t.text())).count();
    }

    /// The changes that do not compile.
    Set<Integer> errors() {
      var wrong = new HashSet<Integer>();
      try {
        Files.writeString(source, out);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      Javac.task(
              files,
              source,
              d -> {
                if (d.getKind() == Diagnostic.Kind.ERROR) {
                  var range = ranges.floorEntry((int) d.getPosition());
                  if (range != null && d.getPosition() < range.getValue()[0]) {
                    wrong.add(range.getValue()[1]);
                  } else {
                    wrong.addAll(suspects());
                  }
                }
              })
          .call();
      return wrong;
    }
  }

  /// Finds the statements of the exercise.
  private final class Finder extends TreePathScanner<@Nullable Void, @Nullable Void> {
    private final CompilationUnitTree unit;
    private final Trees trees;
    private final SourcePositions positions;
    private Place around = whole;
    private boolean inMethod;

    Finder(CompilationUnitTree unit, Trees trees) {
      this.unit = unit;
      this.trees = trees;
      positions = trees.getSourcePositions();
    }

    private int start(Tree tree) {
      return (int) positions.getStartPosition(unit, tree);
    }

    private int end(Tree tree) {
      return (int) positions.getEndPosition(unit, tree);
    }

    @Override
    public @Nullable Void scan(@Nullable Tree tree, @Nullable Void nothing) {
      if (tree instanceof ExpressionTree
          && begin <= start(tree)
          && start(tree) < end(tree)
          && end(tree) <= NumberedChanges.this.end) {
        expressions.add(new int[] {start(tree) - begin, end(tree) - begin});
      }
      return super.scan(tree, null);
    }

    private void statement(@Nullable StatementTree tree) {
      if (tree == null || end(tree) <= start(tree)) {
        return; // made by the compiler
      }
      var place = new Place(start(tree), end(tree));
      if (tree instanceof VariableTree variable) {
        var value = variable.getInitializer();
        var element = trees.getElement(new TreePath(getCurrentPath(), tree));
        if (value == null || element == null || text.charAt(place.end - 1) != ';') {
          scan(tree, null);
          return;
        }
        place.declaration = element.asType() + " " + variable.getName();
        place.value = start(value);
      }
      if (begin <= place.start && place.end <= NumberedChanges.this.end) {
        around.inner.add(place);
        if (!(tree instanceof VariableTree) && !(tree instanceof BlockTree)) {
          statements.add(new int[] {place.start - begin, place.end - begin});
        }
      } else if (place.start <= begin && NumberedChanges.this.end <= place.end) {
        around.inner.add(place); // the body that the exercise is a part of
      } else {
        scan(tree, null);
        return;
      }
      var outer = around;
      around = place;
      scan(tree, null);
      around = outer;
    }

    private void loop(StatementTree body) {
      if (body instanceof BlockTree) {
        turns.add(start(body) + 1);
      }
      statement(body);
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
      inMethod = begin <= end(tree) && start(tree) <= NumberedChanges.this.end;
      tree.getParameters().forEach(p -> scan(p, null));
      statement(tree.getBody());
      inMethod = false;
      return null;
    }

    @Override
    public @Nullable Void visitBlock(BlockTree tree, @Nullable Void nothing) {
      tree.getStatements().forEach(this::statement);
      return null;
    }

    @Override
    public @Nullable Void visitCase(CaseTree tree, @Nullable Void nothing) {
      if (tree.getBody() instanceof StatementTree body) {
        statement(body);
      } else if (tree.getBody() != null) {
        scan(tree.getBody(), null);
      } else {
        tree.getStatements().forEach(s -> scan(s, null));
      }
      return null;
    }

    @Override
    public @Nullable Void visitIf(IfTree tree, @Nullable Void nothing) {
      scan(tree.getCondition(), null);
      statement(tree.getThenStatement());
      statement(tree.getElseStatement());
      return null;
    }

    @Override
    public @Nullable Void visitForLoop(ForLoopTree tree, @Nullable Void nothing) {
      tree.getInitializer().forEach(t -> scan(t, null));
      scan(tree.getCondition(), null);
      tree.getUpdate().forEach(t -> scan(t, null));
      loop(tree.getStatement());
      return null;
    }

    @Override
    public @Nullable Void visitEnhancedForLoop(EnhancedForLoopTree tree, @Nullable Void nothing) {
      scan(tree.getExpression(), null);
      loop(tree.getStatement());
      return null;
    }

    @Override
    public @Nullable Void visitWhileLoop(WhileLoopTree tree, @Nullable Void nothing) {
      scan(tree.getCondition(), null);
      loop(tree.getStatement());
      return null;
    }

    @Override
    public @Nullable Void visitDoWhileLoop(DoWhileLoopTree tree, @Nullable Void nothing) {
      loop(tree.getStatement());
      scan(tree.getCondition(), null);
      return null;
    }
  }
}
