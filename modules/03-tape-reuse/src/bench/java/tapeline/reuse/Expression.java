package tapeline.reuse;

/// A small function of x and y, written once for each tape, and its slope in x by hand.
public enum Expression {
  /// x + y
  ADD {
    int on(BareTape t, int x, int y) {
      return t.add(x, y);
    }

    int on(FlatTape t, int x, int y) {
      return t.add(x, y);
    }

    double slope(double x, double y) {
      return 1;
    }
  },
  /// x·y
  MUL {
    int on(BareTape t, int x, int y) {
      return t.mul(x, y);
    }

    int on(FlatTape t, int x, int y) {
      return t.mul(x, y);
    }

    double slope(double x, double y) {
      return y;
    }
  },
  /// sin(eˣ)
  TRANSCENDENTAL {
    int on(BareTape t, int x, int y) {
      return t.sin(t.exp(x));
    }

    int on(FlatTape t, int x, int y) {
      return t.sin(t.exp(x));
    }

    double slope(double x, double y) {
      return Math.cos(Math.exp(x)) * Math.exp(x);
    }
  },
  /// tanh(x·y + x)·(x + y): a balanced tree of five ops
  SMALL_TREE {
    int on(BareTape t, int x, int y) {
      return t.mul(t.tanh(t.add(t.mul(x, y), x)), t.add(x, y));
    }

    int on(FlatTape t, int x, int y) {
      return t.mul(t.tanh(t.add(t.mul(x, y), x)), t.add(x, y));
    }

    double slope(double x, double y) {
      double h = Math.tanh(x * y + x);
      return h + (1 - h * h) * (y + 1) * (x + y);
    }
  };

  abstract int on(BareTape t, int x, int y);

  abstract int on(FlatTape t, int x, int y);

  abstract double slope(double x, double y);
}
