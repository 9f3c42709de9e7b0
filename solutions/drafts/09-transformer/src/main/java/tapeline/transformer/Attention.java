package tapeline.transformer;

import java.util.List;
import java.util.random.RandomGenerator;
import tapeline.autograd.Variable;
import tapeline.nn.Layer;
import tapeline.nn.Linear;
import tapeline.nn.Parameter;
import tapeline.tensor.Tensor;

/// Causal multi-head self-attention (Vaswani et al. 2017, arXiv 1706.03762): each place of a text
/// gathers from the places up to its own what it asks for.
///
/// X and Y are (batch,time,width). A head has `width/heads` columns of queries Q, keys K and values
/// V, each (batch,heads,time,width/heads): `softmax(Q·Kᵀ/√(width/heads) + mask)·V`.
/// 8·time·width² + 4·time²·width flops a text.
public final class Attention implements Layer {
  private final int width;
  private final int heads;
  private final Linear project;
  private final Linear merge;

  /// @throws IllegalArgumentException unless the heads divide the width
  public Attention(String name, int width, int heads, RandomGenerator random) {
    if (heads < 1 || width % heads != 0) {
      throw new IllegalArgumentException(
          "the heads share the width equally, got %d heads for %d".formatted(heads, width));
    }
    this.width = width;
    this.heads = heads;
    this.project = new Linear(name + ".project", small(width, 3 * width, random));
    this.merge = new Linear(name + ".merge", small(width, width, random));
  }

  private static Tensor small(int in, int out, RandomGenerator random) {
    return Tensor.normal(random, in, out).times((float) Math.sqrt(1.0 / in));
  }

  @Override
  public Variable forward(Variable x) {
    int time = x.shape().length(1);
    var qkv = project.forward(x);
    var mask = x.tape().constant(mask(time));
    return merge.forward(attend(part(qkv, 0), part(qkv, 1), part(qkv, 2), mask));
  }

  /// 0 where place i (the row) may look at place j (the column), which is j ≤ i, else −∞. (time,time)
  static Tensor mask(int time) {
    var mask = Tensor.zeros(time, time);
    // BEGIN SOLUTION 09.4 "the causal mask" 10 points
    for (int i = 0; i < time; i++) {
      for (int j = i + 1; j < time; j++) {
        mask.set(Float.NEGATIVE_INFINITY, i, j);
      }
    }
    // STUB // TODO 09.4 — 5 lines. A place may not see what comes after it. Which weight does softmax
    // STUB // give to −∞, and why is 0 in place of −∞ not enough?
    // STUB throw new Todo("09.4", "the causal mask");
    // END SOLUTION
    return mask;
  }

  /// Queries, keys or values (number 0, 1, 2) by head: (batch,time,3·width) to
  /// (batch,heads,time,width/heads).
  private Variable part(Variable qkv, int number) {
    int batch = qkv.shape().length(0);
    int time = qkv.shape().length(1);
    return qkv.slice(-1, number * width, (number + 1) * width)
        .reshape(batch, time, heads, width / heads)
        .permute(0, 2, 1, 3);
  }

  /// Q (batch,heads,t,c), K and V (batch,heads,time,c), mask (t,time); the heads side by side again,
  /// (batch,t,width).
  private Variable attend(Variable q, Variable k, Variable v, Variable mask) {
    int batch = q.shape().length(0);
    int time = q.shape().length(2);
    // BEGIN SOLUTION 09.5 "attention" 20 points
    float scale = (float) (1 / Math.sqrt(width / (double) heads));
    var scores = q.matmul(k.transpose()).times(scale).plus(mask);
    var gathered = scores.softmax().matmul(v);
    return gathered.permute(0, 2, 1, 3).reshape(batch, time, width);
    // STUB // TODO 09.5 — 4 lines. The formula stands at the top. q·kᵀ is (batch,heads,t,time): which
    // STUB // axis does softmax run along? At last (batch,heads,t,c) must become (batch,t,heads·c):
    // STUB // which two axes change places first?
    // STUB throw new Todo("09.5", "attention");
    // END SOLUTION
  }

  /// What [#forward] gives for the last place of a text whose earlier places are in the cache: x and
  /// the result are (1,1,width). O(places) instead of O(places²).
  Variable step(Variable x, KeyValueCache cache, int layer) {
    var qkv = project.forward(x);
    // BEGIN SOLUTION 09.8 "one step with the cache" 15 points
    cache.append(layer, part(qkv, 1).value(), part(qkv, 2).value());
    var keys = x.tape().constant(cache.keys(layer));
    var values = x.tape().constant(cache.values(layer));
    var all = x.tape().constant(Tensor.scalar(0));
    return merge.forward(attend(part(qkv, 0), keys, values, all));
    // STUB // TODO 09.8 — 5 lines. Append this place's keys and values (part(qkv, 1).value(), …) to
    // STUB // the cache; then only this place's query asks, and it may look at everything that the
    // STUB // cache holds: which mask is that? Constants come from x.tape().constant(…).
    // STUB throw new Todo("09.8", "one step with the cache");
    // END SOLUTION
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(project, merge).stream().flatMap(l -> l.parameters().stream()).toList();
  }
}
