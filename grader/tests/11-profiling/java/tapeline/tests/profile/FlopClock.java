package tapeline.tests.profile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tapeline.autograd.MatMul;
import tapeline.autograd.TapeListener;
import tapeline.autograd.TensorOp;
import tapeline.autograd.TensorTape;
import tapeline.autograd.Variable;
import tapeline.instruments.profile.Cost;
import tapeline.instruments.profile.Hotspot;
import tapeline.profile.cost.CountedBackend;

/// A listener that profiles the products of a step by the FLOPs that the backend really computes, a
/// nanosecond each.
public final class FlopClock implements TapeListener {
  private final CountedBackend counted;
  private final Map<Integer, Product> byNode = new HashMap<>();
  private final Map<String, Hotspot> groups = new LinkedHashMap<>();
  private Product last = new Product("", 0, 0);
  private long began;

  /// A product, its FLOPs by formula, and how many gradients it has.
  private record Product(String name, long flops, long gradients) {}

  public FlopClock(CountedBackend counted) {
    this.counted = counted;
  }

  private long now() {
    return counted.total().flops();
  }

  @Override
  public void forwardStarts(TensorOp op, Variable... inputs) {
    if (op instanceof MatMul) {
      var a = inputs[0].shape();
      var b = inputs[1].shape();
      long gradients = Arrays.stream(inputs).filter(Variable::hasGradient).count();
      last = new Product("MatMul " + a + " " + b, 2L * a.size() * b.length(-1), gradients);
      began = now();
    }
  }

  @Override
  public void forwardEnds(TensorOp op) {
    if (op instanceof MatMul) {
      add(last.name(), last.flops());
    }
  }

  @Override
  public void recorded(TensorOp op, Variable result, int node) {
    if (op instanceof MatMul) {
      byNode.put(node, last);
    }
  }

  @Override
  public void backwardStarts(TensorTape tape, int node, TensorOp op) {
    began = now();
  }

  @Override
  public void backwardEnds(TensorTape tape, int node) {
    var product = byNode.get(node);
    if (product != null) {
      add(product.name(), product.gradients() * product.flops());
    }
  }

  private void add(String name, long flops) {
    long nanos = now() - began;
    var pass = new Hotspot(name, 1, nanos, nanos, 0, 0, new Cost(flops, 0, 0));
    groups.merge(name, pass, Hotspot::plus);
  }

  /// Returns the products' groups, and the step that they lie in.
  public List<Hotspot> groups() {
    var all = new ArrayList<>(groups.values());
    all.add(new Hotspot("scope step", 1, now(), 0, 0, 0, Cost.NONE));
    return all;
  }
}
