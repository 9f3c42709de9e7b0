package tapeline.grader.report;

/// How the HTML report looks, in light and in dark.
///
/// In a class rather than a resource: Maven would look for changed resources at each grading.
final class Stylesheet {
  static final String CSS =
      """
      :root {
        color-scheme: light dark;
        --page: #faf8f3;
        --card: #ffffff;
        --sunk: #f3f0e8;
        --text: #24282d;
        --soft: #5a626b;
        --line: #dfdacd;
        --link: #1f5a92;
        --good: #1d6b40;
        --bad: #a92a20;
        --unsure: #7a5200;
        --tape: #f0c437;
        --tick: #b5ad99;
      }
      @media (prefers-color-scheme: dark) {
        :root {
          --page: #15171a;
          --card: #1c1f23;
          --sunk: #24282d;
          --text: #e7e4dd;
          --soft: #a8aeb6;
          --line: #363b42;
          --link: #8fc0ee;
          --good: #84d3a4;
          --bad: #ff9f95;
          --unsure: #e6bb5e;
          --tape: #d9ae2b;
          --tick: #5c636c;
        }
      }
      * { box-sizing: border-box; }
      body {
        margin: 0 auto;
        padding: 2.5rem 1.25rem 4rem;
        max-width: 54rem;
        background: var(--page);
        color: var(--text);
        font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
      }
      h1, h2, h3, p { margin: 0; }
      h1 { font-size: 1.9rem; font-weight: 650; line-height: 1.2; letter-spacing: -0.01em; }
      h2 { margin: 2.75rem 0 0.9rem; font-size: 1.2rem; font-weight: 650; }
      h3 { font-size: 1.05rem; font-weight: 600; }
      a { color: var(--link); text-decoration-thickness: 1px; text-underline-offset: 0.2em; }
      :focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
      code, pre, .id { font-family: ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace; }
      code { font-size: 0.875em; overflow-wrap: anywhere; }
      .command { white-space: nowrap; }
      .id { font-size: 0.9em; }
      a .id { font-size: inherit; }
      .course { color: var(--soft); font-size: 0.9rem; letter-spacing: 0.04em; }
      .graded, .meta, .at, .next, footer { color: var(--soft); }
      .meta, .at { font-size: 0.9rem; font-weight: 400; }
      .score { margin-top: 1.5rem; color: var(--soft); }
      .score strong { color: var(--text); font-size: 1.5rem; font-weight: 650; }
      .next { margin-top: 0.8rem; }

      /* A measuring tape: each exercise is as long as it is worth. */
      .tape {
        display: flex;
        gap: 2px;
        height: 1.35rem;
        margin-top: 0.4rem;
        overflow: hidden;
        border: 1px solid var(--line);
        border-radius: 4px;
        background: var(--card);
      }
      .tape i {
        flex: 0 1 0;
        background:
          repeating-linear-gradient(90deg, var(--tick) 0 1px, transparent 1px 10px) 0 0 / 100% 35%
          no-repeat;
      }
      .tape i.good {
        background:
          repeating-linear-gradient(90deg, rgb(0 0 0 / 45%) 0 1px, transparent 1px 10px) 0 0 / 100% 35%
          no-repeat var(--tape);
      }
      .tape i.bad { border-bottom: 4px solid var(--bad); }
      .tape i.unsure { border-bottom: 4px solid var(--unsure); }

      .first, article, table { background: var(--card); border: 1px solid var(--line); }
      .first, article { padding: 1.1rem 1.25rem 1.25rem; border-radius: 8px; }
      .first { margin-top: 2rem; border-left: 4px solid var(--bad); }
      .first h2 { margin-top: 0; }
      article { margin-top: 1.1rem; scroll-margin-top: 1rem; }
      article:target { border-color: var(--link); }

      .scroll { margin-bottom: 2rem; overflow-x: auto; }
      table { width: 100%; border-collapse: collapse; }
      caption { padding-bottom: 0.4rem; color: var(--soft); font-size: 0.9rem; text-align: left; }
      th, td { padding: 0.5rem 0.85rem; border-top: 1px solid var(--line); text-align: left; }
      thead th { color: var(--soft); font-size: 0.85rem; font-weight: 500; }
      tbody th { font-weight: 400; }
      tbody a:not(:hover) { text-decoration: none; }
      td { white-space: nowrap; }
      .n { text-align: right; font-variant-numeric: tabular-nums; }

      .verdict { font-size: 0.9rem; font-weight: 600; white-space: nowrap; }
      .verdict.good { color: var(--good); }
      .verdict.bad { color: var(--bad); }
      .verdict.unsure { color: var(--unsure); }
      .verdict.quiet { color: var(--soft); font-weight: 400; }
      h3 .verdict { margin-left: 0.4rem; }

      pre {
        margin: 0.7rem 0 0;
        padding: 0.75rem 0.9rem;
        overflow: auto;
        max-height: 26rem;
        border-radius: 6px;
        background: var(--sunk);
        font-size: 0.85rem;
        line-height: 1.5;
        tab-size: 4;
      }
      pre.problem { white-space: pre-wrap; overflow-wrap: anywhere; }
      pre.code { margin-top: 0.3rem; }
      pre .line { display: inline-block; min-width: 2.5em; margin-right: 1em; color: var(--soft); }
      .at { margin-top: 0.6rem; }
      .remark { margin-top: 0.8rem; padding-left: 0.8rem; border-left: 3px solid var(--tape); }
      .first > p:last-child { margin-top: 0.8rem; color: var(--soft); }
      details { margin-top: 0.8rem; }
      summary { color: var(--link); cursor: pointer; font-size: 0.9rem; }
      ol { margin: 0.4rem 0 0; padding: 0; list-style: none; }
      li { padding: 0.65rem 0; border-top: 1px solid var(--line); }
      li:first-child { border-top: 0; }
      li:last-child { padding-bottom: 0; }
      footer { margin-top: 3rem; font-size: 0.85rem; }

      @media (max-width: 36rem) {
        body { padding: 1.5rem 0.9rem 3rem; }
        h1 { font-size: 1.55rem; }
        .first, article { padding: 0.9rem 0.95rem 1rem; }
        th, td { padding: 0.45rem 0.55rem; }
        td .verdict { white-space: normal; }
        td:last-child { white-space: nowrap; }
        th:nth-child(3), td:nth-child(3) { display: none; }
        h3 .verdict { display: block; margin: 0.1rem 0 0; }
      }
      @media print {
        body { max-width: none; background: none; }
        article { break-inside: avoid; }
      }
      """;

  private Stylesheet() {}
}
