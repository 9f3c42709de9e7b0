package tapeline.grader.report;

/// Markup for a page that is not ours: a notebook's output.
///
/// It inherits font and colours, sets no background, and its own colours are read on white as on
/// black.
public final class Fragment {
  /// 4.3:1 or better on white and on a dark theme's #111; words and symbols say the same. The class
  /// stands twice to outweigh what notebooks say of all tables and code. On a narrow page the
  /// classic notebook leaves a margin for a prompt that stands above there: the output takes it.
  private static final String CSS =
      """
      .tapeline.tapeline { line-height: 1.45; max-width: 60em; }
      .tapeline.tapeline p, .tapeline.tapeline table { margin: 0.35em 0; }
      .tapeline.tapeline .question { margin-top: 1.1em; }
      .tapeline.tapeline .good { color: #1f8a4c; }
      .tapeline.tapeline .bad { color: #d9453d; }
      .tapeline.tapeline .unsure { color: #a06f00; }
      .tapeline.tapeline .quiet, .tapeline.tapeline .meta { opacity: 0.75; }
      .tapeline.tapeline :is(pre, code, .id) {
        font-family: ui-monospace, Menlo, Consolas, monospace;
        font-size: 0.92em;
      }
      .tapeline.tapeline :is(pre, code) { background: none; color: inherit; padding: 0; }
      .tapeline.tapeline code { overflow-wrap: anywhere; }
      .tapeline.tapeline pre {
        margin: 0.4em 0;
        padding-left: 0.8em;
        border-left: 3px solid #8886;
        white-space: pre-wrap;
        word-break: normal;
        overflow-wrap: break-word;
      }
      .tapeline.tapeline pre .line { display: inline-block; min-width: 2.5em; opacity: 0.6; }
      .tapeline.tapeline table { border-collapse: collapse; font-size: inherit; margin-left: 0; }
      .tapeline.tapeline :is(table, tr, th, td) { color: inherit; }
      .tapeline.tapeline tbody tr { background: none; }
      .tapeline.tapeline :is(th, td) {
        border: none;
        border-bottom: 1px solid #8884;
        max-width: none;
        padding: 0.2em 0.9em 0.2em 0;
        text-align: left;
      }
      .tapeline.tapeline th { font-weight: 600; }
      .tapeline.tapeline .n { text-align: right; font-variant-numeric: tabular-nums; }
      .tapeline.tapeline .when { white-space: nowrap; }
      .tapeline.tapeline .when br { display: none; }
      .tapeline.tapeline summary { cursor: pointer; opacity: 0.75; }
      @media (max-width: 540px) {
        .output_subarea:has(> .tapeline) { max-width: none; }
        .tapeline.tapeline :is(th, td) { padding-right: 0.4em; }
        .tapeline.tapeline th.when { white-space: normal; }
        .tapeline.tapeline .when br { display: inline; }
        .tapeline.tapeline table:has(.when) { font-size: 0.85em; }
        .tapeline.tapeline table:has(.when) :is(th, td) { padding-right: 0.2em; }
      }
      """;

  private Fragment() {}

  /// The markup with its looks.
  public static String of(Html body) {
    return "<div class=\"tapeline\"><style>\n" + CSS + "</style>\n" + body + "</div>";
  }
}
