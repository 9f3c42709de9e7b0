package tapeline.grader.peers;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import tapeline.grader.peers.PeerResult.Way;

/// The comparison with the peers, for programs: JSON.
record PeerReport(PeerTable table) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /// An object a row: times in µs, ratios with their intervals, all directions together too.
  String results() throws JsonProcessingException {
    var rows = JSON.createArrayNode();
    for (var r : table.results()) {
      var row =
          rows.addObject()
              .put("module", r.module())
              .put("op", r.op())
              .put("shape", r.shape())
              .put("dtype", r.dtype())
              .put("batch", r.batch())
              .put("peer", r.peer())
              .put("blocks", r.windows().taken())
              .put("repeated", r.windows().repeated())
              .put("disturbed", r.windows().disturbed());
      add(row.putObject("forward"), r, r.forward());
      var backward = r.backward();
      if (backward != null) {
        add(row.putObject("backward"), r, backward);
        add(row.putObject("together"), r, r.together());
      }
      put(row, "goal", r.goal());
    }
    return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(rows) + "\n";
  }

  /// The machine, as each fork describes it.
  String machine() throws JsonProcessingException {
    return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(table.machines()) + "\n";
  }

  private static void add(ObjectNode node, PeerResult r, Way way) {
    boolean profiler = PeerTable.isProfiler(r);
    var ratio = way.ratio();
    put(node, profiler ? "watched µs" : "reference µs", way.ours() / 1000);
    put(node, profiler ? "alone µs" : "peer µs", way.theirs() / 1000);
    put(node, "ratio", ratio.value());
    put(node, "low", ratio.low());
    put(node, "high", ratio.high());
  }

  private static void put(ObjectNode node, String name, double value) {
    if (!Double.isNaN(value)) { // JSON has none
      node.put(name, value);
    }
  }
}
