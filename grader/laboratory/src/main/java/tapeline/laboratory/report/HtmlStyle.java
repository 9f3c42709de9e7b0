package tapeline.laboratory.report;

/// How a page looks: light or dark as its reader likes it, wide or narrow, and on paper.
final class HtmlStyle {
  static final String CSS =
      """
      :root { color-scheme: light dark; --ink: light-dark(#1b1f24, #e8eaed); --paper: light-dark(#fff, #16181c);
        --quiet: light-dark(#59636e, #9aa4af); --line: light-dark(#d6dbe1, #343a42); --band: light-dark(#f6f8fa, #1d2025);
        --a: light-dark(#0072b2, #56b4e9); --b: light-dark(#d55e00, #e69f00); --c: light-dark(#009e73, #2bc79a);
        --d: light-dark(#b0578a, #dd9fc3); --e: light-dark(#9a6a00, #f0c419); --f: light-dark(#3b7ea8, #8fd0f5);
        --good: light-dark(#1a7f37, #3fb950); --bad: light-dark(#c1121f, #ff7b72); }
      * { box-sizing: border-box; }
      body { margin: 0 auto; max-width: 46rem; padding: 2rem 1.5rem 4rem; background: var(--paper); color: var(--ink);
        font: 16px/1.55 system-ui, sans-serif; }
      h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 .25rem; letter-spacing: -.01em; }
      h2 { font-size: 1.2rem; margin: 0 0 .5rem; } h3 { font-size: .95rem; margin: 1.75rem 0 .25rem; }
      section { margin-top: 2.5rem; padding-top: 1.5rem; border-top: 1px solid var(--line); }
      p { margin: .5rem 0; max-width: 40rem; }
      .verdict { font-size: 2.4rem; font-weight: 700; line-height: 1.15; margin: 0; font-variant-numeric: tabular-nums; }
      .FASTER { color: var(--good); } .SLOWER { color: var(--bad); } .UNDECIDED { color: var(--quiet); }
      .quiet, figcaption { color: var(--quiet); font-size: .875rem; } figure { margin: 0; }
      svg { width: 100%; height: auto; display: block; } svg text { fill: var(--quiet); font-size: 13px; }
      svg text.name { fill: var(--ink); }
      .chart { overflow-x: auto; } .chart svg { max-width: 35rem; } .far svg { min-width: 29rem; }
      .one { stroke: var(--quiet); stroke-dasharray: 3 3; } .rule { stroke: var(--line); }
      .fork { fill: var(--a); fill-opacity: .55; }
      .interval { stroke: currentColor; stroke-width: 2; } .best { fill: currentColor; }
      rect.a { fill: var(--a); } rect.b { fill: var(--b); }
      .dot { fill: none; stroke-width: 2; stroke-linecap: round; stroke-opacity: .45; }
      .dot.a { stroke: var(--a); } .dot.b { stroke: var(--b); }
      .key { print-color-adjust: exact; display: inline-block; width: .7em; height: .7em; border-radius: 50%; margin: 0 .35em 0 .8em; }
      .entry { white-space: nowrap; margin-right: 1em; } .entry .key { margin-left: 0; }
      .key.a { background: var(--a); margin-left: 0; } .key.b { background: var(--b); }
      .wide { overflow-x: auto; }
      table { border-collapse: collapse; width: 100%; font-size: .9375rem; font-variant-numeric: tabular-nums; }
      td, th { text-align: left; padding: .4rem 1rem .4rem 0; border-bottom: 1px solid var(--line);
        vertical-align: top; }
      th { font-weight: 600; } thead th { color: var(--quiet); font-weight: 500; font-size: .8125rem; white-space: nowrap; }
      td:last-child, th:last-child { padding-right: 0; }
      .facts th { width: 34%; font-weight: 500; color: var(--quiet); } .facts td { overflow-wrap: anywhere; }
      .numbers td { text-align: right; white-space: nowrap; } .numbers thead th:not(:first-child) { text-align: right; }
      .chip { font-weight: 600; white-space: nowrap; }
      .warning { border-left: 3px solid var(--bad); padding: .1rem 0 .1rem .75rem; }
      @media (max-width: 34rem) {
        body { padding: 1.25rem 1rem 3rem; } svg text { font-size: 19px; } .verdict { font-size: 1.9rem; }
        td, th { padding-right: .6rem; } table { font-size: .875rem; }
        .several thead { display: none; } .several tr { display: flex; flex-wrap: wrap; gap: 0 .9rem;
          border-bottom: 1px solid var(--line); padding: .4rem 0; }
        .several td, .several th { border: 0; padding: 0; } .several th { flex-basis: 100%; }
      }
      @media print {
        :root { color-scheme: light; } body { max-width: none; padding: 0; font-size: 11pt; }
        figure, table, .verdict { break-inside: avoid; } h2, h3 { break-after: avoid; }
      }
      """;

  private HtmlStyle() {}
}
