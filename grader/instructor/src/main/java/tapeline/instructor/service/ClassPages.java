package tapeline.instructor.service;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import tapeline.grader.report.Html;
import tapeline.instructor.board.BoardWords;
import tapeline.instructor.board.page.PageParts;
import tapeline.instructor.board.page.SiteFrame;
import tapeline.instructor.board.page.VerdictTag;
import tapeline.instructor.receipt.Member;
import tapeline.instructor.receipt.Receipt;

/// The pages of a class beside its board's: plain forms, without a script.
final class ClassPages {
  private ClassPages() {}

  /// @param problem with the token before; empty for none
  static String signIn(String problem) {
    return SiteFrame.forStranger(
        "Sign in",
        html -> {
          html.element(
              "p class=\"lead\"",
              "Copy the invitation from your instructor: the whole address, or what stands behind #.");
          if (!problem.isEmpty()) {
            html.element("p class=\"result bad\" role=\"alert\"", problem + ".");
          }
          html.raw(
              """
              <form class="hand" method="post" action="/sign-in">
              <label>Invitation or token
              <input name="token" type="password" autocomplete="current-password" required></label>
              <button>Sign in</button></form>
              """);
        });
  }

  /// Returns the page of a refusal; for a missing or wrong token that of signing in.
  static String refused(int status, String why) {
    return status == 401
        ? signIn(why)
        : SiteFrame.forStranger(
            "Refused",
            html -> {
              html.element("p class=\"result bad\"", why + ".");
              html.raw("<p class=\"lead\"><a href=\"/\">To your page</a></p>\n");
            });
  }

  /// Returns a member's own page: the form, and the receipts with their states.
  ///
  /// @param deadlines in sentences
  static String yours(
      SiteFrame frame, Member member, Map<Receipt, ReceiptState> receipts, List<String> deadlines) {
    return frame.page(
        "",
        "yours.html",
        "Hand in",
        "",
        html -> {
          html.element("h1", member.name()).raw("\n<p class=\"lead\">");
          html.text(
              member.kind() == Member.Kind.TEAM
                  ? "Hand in an entry: the zip that packaging made."
                  : "Hand in homework: a zip with your modules, or an export. Of a module your last"
                      + " hand-in in time counts.");
          deadlines.forEach(says -> html.raw("<br>").text(says));
          html.raw(
              """
              </p>
              <form class="hand" method="post" action="/submit" enctype="multipart/form-data">
              <label>A zip
              <input name="file" type="file" accept=".zip,application/zip" required></label>
              <button>Hand in</button></form>
              <section aria-labelledby="receipts"><h2 id="receipts">Receipts</h2>
              """);
          if (receipts.isEmpty()) {
            html.raw("<p class=\"lead\">There are none yet.</p>");
          } else {
            table(html, receipts);
          }
          html.raw(
              """
              </section>
              <form class="hand" method="post" action="/sign-out"><button>Sign out</button></form>
              """);
        });
  }

  private static void table(Html html, Map<Receipt, ReceiptState> receipts) {
    PageParts.head(
        html,
        "stack",
        BoardWords.count(receipts.size(), "receipt", "receipts") + ", the last one first",
        List.of("Receipt", "Handed in", "State"));
    receipts.forEach((receipt, state) -> {
      html.raw("<tr><th scope=\"row\" class=\"rank\"><a href=\"/receipts/").raw(receipt.id());
      html.raw("\">").raw(receipt.id()).raw("</a></th><td>");
      html.text(BoardWords.moment(receipt.received().toString()));
      html.element("p class=\"meta\"", receipt.file());
      html.element("p class=\"meta\"", receipt.recognised()).raw("</td><td class=\"wide\">");
      VerdictTag.write(html, state.word(), state.tone());
      html.element("p class=\"meta\"", state.sentence()).raw("</td></tr>\n");
    });
    html.raw("</tbody></table>");
  }

  /// Returns the page of a receipt.
  static String receipt(SiteFrame frame, Receipt receipt, ReceiptState state) {
    return frame.page(
        "../",
        "",
        "Receipt " + receipt.id(),
        "",
        html -> {
          html.raw("<p class=\"eyebrow\"><a href=\"../yours.html\">All receipts</a></p>\n");
          html.element("h1", "Receipt " + receipt.id()).raw("\n<div class=\"result");
          html.raw(state.tone().equals("bad") ? " bad" : "").raw("\"><div>");
          VerdictTag.write(html, state.word(), state.tone());
          html.element("p", state.sentence());
          if (!state.entry().isEmpty()) {
            html.raw("<p><a href=\"../").raw(state.entry()).raw("\">How it was measured</a></p>");
          }
          html.raw("</div></div>\n<dl class=\"facts receipt\">");
          PageParts.fact(html, "Handed in", receipt.received().toString());
          PageParts.fact(html, "File", receipt.file());
          PageParts.fact(
              html, "Recognised", receipt.recognised().isEmpty() ? "–" : receipt.recognised());
          PageParts.fact(html, "Size", String.format(Locale.ROOT, "%,d bytes", receipt.bytes()));
          PageParts.fact(html, "SHA-256", receipt.hash());
          html.raw("</dl>\n");
        });
  }
}
