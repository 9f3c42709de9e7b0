package tapeline.instructor.service;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.JdbiException;
import tapeline.instructor.board.BoardJson;
import tapeline.instructor.board.TeamName;
import tapeline.instructor.receipt.Member;
import tapeline.instructor.receipt.Receipt;
import tapeline.instructor.web.HttpRefusal;
import tapeline.instructor.web.Reply;
import tapeline.instructor.web.WebRequest;
import tapeline.instructor.web.WebSite;

/// The class's addresses, for programs below `/api/` and for browsers.
///
/// | | |
/// |---|---|
/// | `GET /api/member` | whose token it is, and until when what is handed in |
/// | `PUT /api/submit?name=entry.zip` | an upload, answered by its receipt |
/// | `GET /api/receipts`, `/api/receipts/17` | the member's receipts |
/// | `GET /`, `POST /sign-in`, `/sign-out`, `/submit` | the page with the forms |
/// | `GET /receipts/17`, `/events/…`, `/entries/…` | a receipt, the ranks, the member's own entries |
/// | `POST /instructor/queue`, … | a decision of an instructor, whose `/` has the forms for them |
///
/// A program sends its token as `Authorization: Bearer …`, a browser as a cookie that no script and
/// no other site's page gets at. A form of an instructor also sends back what its page proves with
/// that it is from here.
///
/// @param secure whether browsers come by HTTPS
record ClassSite(HandIns handIns, InstructorDesk desk, boolean secure) implements WebSite {
  private static final String COOKIE = "token";
  private static final String YOURS = "/yours.html";
  private static final String INSTRUCTOR = "/instructor/";

  @Override
  public Reply answer(WebRequest request) {
    boolean program = request.path().startsWith("/api/");
    try {
      return program ? forProgram(request) : forBrowser(request);
    } catch (HttpRefusal e) {
      return refused(program, e.status(), String.valueOf(e.getMessage()));
    } catch (IOException e) { // a body that breaks off is a refusal: this is the disk
      System.err.println("the disk: " + e);
      return refused(program, 507, "the disk of the server did not take it: send it again later");
    } catch (JdbiException e) {
      System.err.println("the database does not answer: " + e.getMessage());
      return refused(
          program, 503, "the database does not answer; nothing is lost: send it again in a minute");
    }
  }

  private static Reply refused(boolean program, int status, String why) {
    return program
        ? Reply.json(status, BoardJson.pretty(Map.of("problem", why)))
        : Reply.html(status, ClassPages.refused(status, why));
  }

  private Member member(String token) {
    if (token.isEmpty()) {
      throw new HttpRefusal(401, "this needs a token, and none was sent");
    }
    var known =
        desk.members()
            .find(Tokens.hash(token))
            .orElseThrow(() -> new HttpRefusal(401, "this token is not known"));
    if (known.revoked()) {
      throw new HttpRefusal(401, "this token was revoked; your instructor has a new one");
    }
    return known.member();
  }

  private Reply forProgram(WebRequest request) throws IOException {
    var bearer = request.header("Authorization").orElse("");
    var member = member(bearer.replaceFirst("(?i)^bearer +", ""));
    var route = request.method() + " " + request.path();
    if (route.equals("PUT /api/submit")) {
      return json(200, member, handIns.take(member, request.query("name"), request.body()));
    }
    if (route.equals("GET /api/member")) {
      return Reply.json(
          200,
          BoardJson.pretty(
              Map.of(
                  "kind", member.kind().word(),
                  "name", member.name(),
                  "deadlines", desk.times().sentences(member))));
    }
    if (route.equals("GET /api/receipts")) {
      var own = own(member).entrySet().stream().map(e -> json(e.getKey(), e.getValue())).toList();
      return Reply.json(200, BoardJson.pretty(own));
    }
    if (route.startsWith("GET /api/receipts/")) {
      return json(200, member, own(member, route.substring("GET /api/receipts/".length())));
    }
    throw new HttpRefusal(404, "there is no " + route);
  }

  private Reply forBrowser(WebRequest request) throws IOException {
    var path = request.path();
    if (request.method().equals("POST")) {
      requireSameSite(request);
      return posted(request);
    }
    if (!request.method().matches("GET|HEAD")) {
      throw new HttpRefusal(405, "this takes GET, HEAD and POST, got " + request.method());
    }
    var token = request.cookie(COOKIE).orElse("");
    if (token.isEmpty() && path.equals("/")) {
      return Reply.html(200, ClassPages.signIn(""));
    }
    var member = member(token);
    boolean instructs = member.kind() == Member.Kind.INSTRUCTOR;
    var frame = instructs ? desk.board().frameOfAll() : desk.board().frame(teamKey(member));
    if (path.equals("/") || path.equals(YOURS)) {
      return Reply.html(
          200,
          instructs
              ? new InstructorPage(desk, desk.members().all(), Tokens.proof(token)).render(frame)
              : ClassPages.yours(frame, member, own(member), desk.times().sentences(member)));
    }
    if (path.startsWith("/receipts/")) {
      var receipt = own(member, path.substring("/receipts/".length()));
      return Reply.html(200, ClassPages.receipt(frame, receipt, state(member, receipt)));
    }
    return desk.board().page(path, frame);
  }

  /// Refuses a form that another site's page sends, where the browser says so; the cookie is not
  /// sent with it in any case.
  private static void requireSameSite(WebRequest request) {
    var from = request.header("Sec-Fetch-Site").orElse("same-origin");
    if (!from.matches("same-origin|none")) {
      throw new HttpRefusal(403, "a form comes from this site's page, got one from " + from);
    }
  }

  private Reply posted(WebRequest request) throws IOException {
    if (request.path().startsWith(INSTRUCTOR)) {
      return instructed(request);
    }
    return switch (request.path()) {
      case "/sign-in" -> {
        var form = request.form();
        var token = form.getOrDefault("token", "").strip().replaceFirst("^.*#", "");
        member(token);
        yield Reply.seeOther(YOURS).with("Set-Cookie", cookie(token, 200));
      }
      case "/sign-out" -> Reply.seeOther("/").with("Set-Cookie", cookie("", 0));
      case "/submit" -> {
        var member = member(request.cookie(COOKIE).orElse(""));
        var receipt =
            request.file(
                "file", handIns.parts(), (name, content) -> handIns.take(member, name, content));
        yield Reply.seeOther("/receipts/" + receipt.id());
      }
      default -> throw new HttpRefusal(404, "there is no form at " + request.path());
    };
  }

  private Reply instructed(WebRequest request) throws IOException {
    var token = request.cookie(COOKIE).orElse("");
    var member = member(token);
    if (member.kind() != Member.Kind.INSTRUCTOR) {
      throw new HttpRefusal(403, "this is an instructor's, and you are a " + member.kind().word());
    }
    var form = request.form();
    if (!Tokens.isProof(Tokens.proof(token), form.getOrDefault("proof", ""))) {
      throw new HttpRefusal(403, "a form comes from your own page: load it again");
    }
    desk.act(member, request.path().substring(INSTRUCTOR.length()), form);
    return Reply.seeOther(YOURS);
  }

  private String cookie(String token, int days) {
    return "%s=%s; Path=/; Max-Age=%d; HttpOnly; SameSite=Strict%s"
        .formatted(COOKIE, token, days * 86_400, secure ? "; Secure" : "");
  }

  private static String teamKey(Member member) {
    return member.kind() == Member.Kind.TEAM ? TeamName.key(member.shown()) : "";
  }

  /// The member's receipts with their states, the last one first.
  private Map<Receipt, ReceiptState> own(Member member) {
    var all = desk.receiptTable().all(member.kind());
    var view = desk.board().view();
    var times = desk.times();
    var own = new LinkedHashMap<Receipt, ReceiptState>();
    for (var receipt : all.reversed()) {
      if (receipt.member() == member.id()) {
        own.put(receipt, ReceiptState.of(receipt, member.kind(), all, view, times));
      }
    }
    return own;
  }

  private Receipt own(Member member, String number) {
    List<Receipt> all = desk.receiptTable().all(member.kind());
    return all.stream()
        .filter(r -> r.member() == member.id() && number.equals("" + r.id()))
        .findFirst()
        .orElseThrow(() -> new HttpRefusal(404, "you have no receipt " + number));
  }

  private ReceiptState state(Member member, Receipt receipt) {
    return ReceiptState.of(
        receipt,
        member.kind(),
        desk.receiptTable().all(member.kind()),
        desk.board().view(),
        desk.times());
  }

  private Reply json(int status, Member member, Receipt receipt) {
    return Reply.json(status, BoardJson.pretty(json(receipt, state(member, receipt))));
  }

  private static Map<String, Object> json(Receipt receipt, ReceiptState state) {
    return Map.of(
        "receipt", receipt.id(),
        "received", receipt.received().toString(),
        "file", receipt.file(),
        "sha256", receipt.hash(),
        "bytes", receipt.bytes(),
        "recognised", receipt.recognised(),
        "refused", receipt.refused(),
        "state", state.word(),
        "says", state.sentence());
  }
}
