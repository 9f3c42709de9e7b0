package tapeline.competition.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tapeline.competition.Event;
import tapeline.competition.EventWorkload;
import tapeline.competition.RooflineFloor;

/// The most likely tokens after a prompt, by a transformer whose weights are drawn for each fork.
///
/// Near ties may go either way: a token is right when the tokens before it are the answer's own,
/// and no other token's logit is higher by more than the event's tolerance.
final class GenerateTokensTask implements Task {
  private static final int VOCABULARY = 64;
  private static final int WIDTH = 64;
  private static final int HEADS = 4;
  private static final int LAYERS = 2;
  private static final int CONTEXT = EventWorkload.GENERATE_TOKENS.most();
  private static final double EMBEDDING = 0.5;
  private static final double HEAD = 0.5; // logits with a deviation of 4: few ties
  private static final double SMALL = 0.1;

  private final Event event;
  private final Map<String, Integer> size;
  private final List<float[]> given = new ArrayList<>();
  private final TransformerOracle oracle;

  GenerateTokensTask(Event event, Map<String, Integer> size, Draws draws) {
    this.event = event;
    this.size = size;
    given.add(new float[] {VOCABULARY, WIDTH, HEADS, LAYERS, CONTEXT});
    given.add(draws.normal(VOCABULARY * WIDTH, EMBEDDING));
    given.add(draws.normal(CONTEXT * WIDTH, EMBEDDING));
    for (int layer = 0; layer < LAYERS; layer++) {
      norm(draws);
      for (int i = 0; i < 4; i++) { // query, key, value, output
        linear(draws, WIDTH, WIDTH, 1 / Math.sqrt(WIDTH));
      }
      norm(draws);
      linear(draws, WIDTH, 4 * WIDTH, 1 / Math.sqrt(WIDTH));
      linear(draws, 4 * WIDTH, WIDTH, 1 / Math.sqrt(4 * WIDTH));
    }
    norm(draws);
    linear(draws, WIDTH, VOCABULARY, HEAD);
    oracle = new TransformerOracle(VOCABULARY, WIDTH, HEADS, LAYERS, given);
  }

  private void norm(Draws draws) {
    float[] gain = draws.normal(WIDTH, SMALL);
    for (int i = 0; i < WIDTH; i++) {
      gain[i] += 1;
    }
    given.add(gain);
    given.add(draws.normal(WIDTH, SMALL));
  }

  private void linear(Draws draws, int in, int out, double deviation) {
    given.add(draws.normal(in * out, deviation));
    given.add(draws.normal(out, SMALL));
  }

  @Override
  public List<float[]> given() {
    return given;
  }

  @Override
  public Question ask(Draws draws) {
    var prompt = new float[size.getOrDefault("prompt", 1)];
    for (int i = 0; i < prompt.length; i++) {
      prompt[i] = draws.nextInt(VOCABULARY);
    }
    return new Prompt(
        prompt,
        size.getOrDefault("tokens", 1),
        oracle,
        event.tolerance(),
        RooflineFloor.of(event, size));
  }

  private record Prompt(
      float[] prompt, int tokens, TransformerOracle oracle, double tolerance, double floor)
      implements Question {
    @Override
    public float[][] input() {
      return new float[][] {prompt, {tokens}};
    }

    @Override
    public int answerLength() {
      return tokens;
    }

    @Override
    public Mark mark(float[] answer) {
      var text = new int[prompt.length + tokens];
      for (int i = 0; i < text.length; i++) {
        float token = i < prompt.length ? prompt[i] : answer[i - prompt.length];
        if (!(token >= 0 && token < VOCABULARY && token == (int) token)) {
          return Mark.wrong("a token is from 0 to %d, got %s".formatted(VOCABULARY - 1, token));
        }
        text[i] = (int) token;
      }
      double[][] logits = oracle.logits(text);
      for (int i = prompt.length; i < text.length; i++) {
        double most = java.util.Arrays.stream(logits[i - 1]).max().orElseThrow();
        double below = most - logits[i - 1][text[i]];
        if (!(below <= tolerance)) {
          return Mark.wrong(
              "token %d is %d, whose logit is %.3g below the largest, and %.2g is allowed"
                  .formatted(i - prompt.length, text[i], below, tolerance));
        }
      }
      return Mark.RIGHT;
    }
  }
}
