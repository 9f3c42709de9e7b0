package tapeline.grader.generate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EmptiedSourceTest {
  private static final String SOURCE =
      """
      package shapes;

      import java.util.ArrayList;
      import java.util.List;

      /// Shapes.
      public final class Shapes extends Named implements Kind {
        // how it is done
        private static final int FIRST = 4;
        static final int MOST = 2 * FIRST;
        public static final Shapes ONE = new Shapes("one");

        private final List<Integer> sides = new ArrayList<>(); // of all
        int count = 3; // of these

        public Shapes(String name) {
          super(name);
          count = help(name);
        }

        /// Nothing.
        public void nothing() {}

        // one line each
        @Override public int sides(Part p)   { return p.n(); }
        // more

        /// Helps.
        private static int help(String name) {
          return name.length();
        }

        private record Hidden(int n) {}

        private record Part(int n) {
          Part {
            n = Math.abs(n);
          }
        }

        enum Colour {
          RED(1),
          BLUE(2);

          private static final int OTHER = 7;
          private final int code;

          Colour(int code) {
            this.code = code;
          }

          int code() {
            return code;
          }
        }
      }
      """;

  private static final String EMPTIED =
      """
      package shapes;

      import tapeline.toolkit.Todo;

      /// Shapes.
      public final class Shapes extends Named implements Kind {
        // how it is done
        private static final int FIRST = 4;
        static final int MOST = 2 * FIRST;
        public static final Shapes ONE = /* TODO 05 */ null;
        int count; // of these

        public Shapes(String name) {
          super(name);
          throw new Todo("05", "new Shapes");
        }

        /// Nothing.
        public void nothing() {}

        // one line each
        @Override public int sides(Part p) {
          throw new Todo("05", "sides");
        }

        private record Part(int n) {
          Part {
            throw new Todo("05", "new Part");
          }
        }

        enum Colour {
          RED(1),
          BLUE(2);
          private final int code;

          Colour(int code) {
            this.code = code;
          }

          int code() {
            throw new Todo("05", "code");
          }
        }
      }
      """;

  @Test
  void heads_and_values_stay_with_the_private_names_that_they_have() {
    assertThat(EmptiedSource.of(SOURCE, "05")).isEqualTo(EMPTIED);
  }
}
