package tapeline.toolkit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tapeline.toolkit.GraphPicture.Node;

/// The layout of a [GraphPicture]: columns by longest path, ordered by barycentres (Sugiyama,
/// Tagawa and Toda, IEEE Transactions on Systems, Man, and Cybernetics 11:109–125, 1981).
final class GraphLayout {
  private static final int SWEEPS = 24;
  private static final int GAP = 18; // from box to box in a column

  private GraphLayout() {}

  /// The boxes and bends of a graph, each in its column and at its height, whatever the first is.
  static List<Spot> of(List<Node> nodes) {
    var columns = columns(nodes);
    arrange(columns);
    return columns.stream().flatMap(List::stream).toList();
  }

  /// A box, or a bend of an edge on its way through a column; `y` is its middle.
  static final class Spot {
    final @Nullable Node node;
    final int column;
    final List<Link> in = new ArrayList<>();
    final List<Link> out = new ArrayList<>();
    double y;

    Spot(@Nullable Node node, List<List<Spot>> columns, int column) {
      this.node = node;
      this.column = column;
      columns.get(column).add(this);
      y = 60 * columns.get(column).size();
    }

    double half() {
      return node == null ? 0 : node.height() / 2.0;
    }

    /// Returns the height to which the links of one side or both would pull the box: the mean by
    /// weight.
    double wish(boolean before, boolean after) {
      double sum = 0;
      double weight = 0.01; // towards 0, so that parts without a link stay together
      for (var link : before ? in : List.<Link>of()) {
        sum += link.weight() * (link.from.y - link.port);
        weight += link.weight();
      }
      for (var link : after ? out : List.<Link>of()) {
        sum += link.weight() * (link.to.y + link.port);
        weight += link.weight();
      }
      return sum / weight;
    }
  }

  /// An edge's way from one column to the next; `port` is where it arrives, from the middle.
  record Link(Spot from, Spot to, double port) {
    static Spot tie(Spot from, Spot to, double port) {
      var link = new Link(from, to, port);
      from.out.add(link);
      to.in.add(link);
      return to;
    }

    /// A link that passes a column, or arrives at an op of one operand, is to be straight.
    int weight() {
      if (to.node == null) return from.node == null ? 200 : 2;
      return from.node == null ? 2 : to.in.size() == 1 ? 200 : 1;
    }

    double rise() {
      return Math.abs(to.y + port - from.y);
    }

    boolean crosses(Link other) {
      return (from.y - other.from.y) * (to.y + port - other.to.y - other.port) < 0;
    }
  }

  /// A node stands one column behind its last operand; one without operands, just before its use.
  private static List<List<Spot>> columns(List<Node> nodes) {
    int n = nodes.size();
    var column = new int[n];
    var firstUse = new int[n];
    Arrays.fill(firstUse, n);
    for (int i = 0; i < n; i++) {
      for (int k : nodes.get(i).operands()) {
        if (k < 0 || k >= i) {
          throw new IllegalArgumentException(
              "an operand comes before its node, got operand %d of node %d".formatted(k, i));
        }
        column[i] = Math.max(column[i], column[k] + 1);
      }
      for (int k : nodes.get(i).operands()) firstUse[k] = Math.min(firstUse[k], column[i]);
    }
    var columns = Stream.<List<Spot>>generate(ArrayList::new).limit(n).toList();
    var spots = new ArrayList<Spot>();
    for (int i = 0; i < n; i++) {
      var node = nodes.get(i);
      var from = node.operands();
      boolean waits = from.isEmpty() && firstUse[i] < n;
      var spot = new Spot(node, columns, waits ? firstUse[i] - 1 : column[i]);
      for (int k = 0; k < from.size(); k++) {
        var last = spots.get(from.get(k));
        for (int c = last.column + 1; c < spot.column; c++) {
          last = Link.tie(last, new Spot(null, columns, c), 0);
        }
        Link.tie(last, spot, node.height() * ((k + 1.0) / (from.size() + 1) - 0.5));
      }
      spots.add(spot);
    }
    return columns.stream().filter(c -> !c.isEmpty()).toList();
  }

  /// Orders each column by the means of its neighbours, there and back; then takes the order with
  /// the fewest crossings, and straightens it.
  private static void arrange(List<List<Spot>> columns) {
    var spots = columns.stream().flatMap(List::stream).toList();
    double[] best = {};
    double least = Double.POSITIVE_INFINITY;
    for (int pass = 0; pass < SWEEPS; pass++) {
      boolean forth = pass % 2 == 0;
      for (var column : forth ? columns : columns.reversed()) {
        column.sort(Comparator.comparingDouble(spot -> spot.wish(forth, !forth)));
        place(column, forth, !forth);
      }
      double cost = cost(columns);
      if (cost < least) {
        least = cost;
        best = spots.stream().mapToDouble(spot -> spot.y).toArray();
      }
    }
    for (int i = 0; i < best.length; i++) spots.get(i).y = best[i];
    for (var column : columns) column.sort(Comparator.comparingDouble(spot -> spot.y));
    for (int pass = 0; pass < 40 * SWEEPS; pass++) {
      for (var column : pass % 2 == 0 ? columns : columns.reversed()) place(column, true, true);
    }
  }

  /// The crossings, and among equals the height that the edges climb.
  private static double cost(List<List<Spot>> columns) {
    double cost = 0;
    for (var column : columns) {
      var links = column.stream().flatMap(spot -> spot.in.stream()).toList();
      for (var a : links) {
        cost += a.rise() + 1e5 * links.stream().filter(a::crosses).count();
      }
    }
    return cost;
  }

  /// Moves a column's spots as near to their wishes as its order and the gaps between them allow:
  /// those that would overlap move as one, to the mean of their wishes.
  private static void place(List<Spot> column, boolean before, boolean after) {
    var sum = new double[column.size()];
    var size = new int[column.size()];
    var down = new double[column.size()];
    int blocks = 0;
    for (int i = 0; i < column.size(); i++) {
      var spot = column.get(i);
      if (i > 0) down[i] = down[i - 1] + column.get(i - 1).half() + GAP + spot.half();
      sum[blocks] = spot.wish(before, after) - down[i];
      size[blocks++] = 1;
      while (blocks > 1
          && sum[blocks - 2] / size[blocks - 2] > sum[blocks - 1] / size[blocks - 1]) {
        blocks--;
        sum[blocks - 1] += sum[blocks];
        size[blocks - 1] += size[blocks];
      }
    }
    for (int block = 0, i = 0; block < blocks; block++) {
      for (int end = i + size[block]; i < end; i++) {
        column.get(i).y = down[i] + sum[block] / size[block];
      }
    }
  }
}
