package tapeline.instructor.board;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.competition.Archive;
import tapeline.competition.Events;
import tapeline.instructor.board.page.BoardSite;
import tapeline.instructor.board.page.LiveSite;
import tapeline.instructor.board.page.SiteFrame;

class SiteTest {
  @TempDir private static Path folder = Path.of(".");
  private static Path site = Path.of(".");

  @BeforeAll
  static void write() throws Exception {
    var board = DemoBoard.in(folder);
    site = folder.resolve("site");
    new BoardSite(board.store(), false).write(site);
  }

  private static List<Path> files(String end) throws Exception {
    try (var walk = Files.walk(site)) {
      return walk.filter(p -> p.toString().endsWith(end)).toList();
    }
  }

  @Test
  void names_that_are_markup_stay_text_on_every_page() throws Exception {
    for (var page : files(".html")) {
      var text = Files.readString(page);
      assertThat(text).as(page.toString()).doesNotContain(DemoBoard.SCRIPT).doesNotContain("<img");
      assertThat(text.split("<script", -1)).as("one script, ours, in " + page).hasSize(2);
      assertThat(text).contains("script-src 'sha256-");
    }
    assertThat(Files.readString(site.resolve("events/matmul.html")))
        .contains("&lt;script&gt;document.title=&#39;owned&#39;&lt;/script&gt;")
        .contains("&quot;&gt;&lt;b&gt;bold");
  }

  @Test
  void every_point_of_the_front_has_a_name_and_none_stands_on_another() throws Exception {
    int most = 0;
    for (var page : files(".html")) {
      var text = Files.readString(page);
      int from = text.indexOf("Ratio against size");
      if (from < 0) {
        continue;
      }
      var picture = text.substring(from, text.indexOf("</svg>", from));
      var heights =
          Pattern.compile("<text class=\"name\" x=\"[^\"]*\" y=\"([^\"]*)\"")
              .matcher(picture)
              .results()
              .map(m -> Double.parseDouble(m.group(1)))
              .toList();
      assertThat(heights)
          .as("names in %s", page)
          .hasSize(picture.split("circle class=\"point best\"", -1).length - 1);
      for (int i = 1; i < heights.size(); i++) {
        assertThat(heights.get(i - 1) - heights.get(i)).as(page.toString()).isGreaterThan(14);
      }
      most = Math.max(most, heights.size());
    }
    assertThat(most).as("names in one picture").isGreaterThanOrEqualTo(3);
  }

  @Test
  void every_link_leads_to_a_file_of_the_site() throws Exception {
    int links = 0;
    for (var page : files(".html")) {
      var found = Pattern.compile("href=\"([^\"#]+)\"").matcher(Files.readString(page));
      while (found.find()) {
        var to = found.group(1);
        if (!to.startsWith("data:")) {
          assertThat(page.resolveSibling(to).normalize())
              .as("link on " + page)
              .exists()
              .startsWith(site);
          links++;
        }
      }
    }
    assertThat(links).isGreaterThan(100);
  }

  @Test
  void pages_load_nothing_from_elsewhere() throws Exception {
    for (var page : files(".html")) {
      assertThat(Files.readString(page))
          .doesNotContain("src=\"")
          .doesNotContain("https://")
          .doesNotContain("url(");
    }
  }

  @Test
  void every_page_has_its_data_beside_it_and_no_seed_is_in_it() throws Exception {
    assertThat(files(".json")).hasSameSizeAs(files(".html"));
    for (var file : files(".json")) {
      assertThat(new ObjectMapper().readTree(Files.readString(file)).isEmpty())
          .as(file.toString())
          .isFalse();
      assertThat(Files.readString(file))
          .as("a counted event's seed is still secret")
          .doesNotContain("seed");
    }
    var matmul = new ObjectMapper().readTree(Files.readString(site.resolve("events/matmul.json")));
    assertThat(matmul.at("/ranking/0/team").asText()).isEqualTo("The Vector Lane");
    assertThat(matmul.at("/ranking/0/best").asInt()).isEqualTo(1);
    int most = Events.named("matmul").limits().mostSeconds();
    assertThat(matmul.at("/mostSeconds").asInt()).isEqualTo(most);
    assertThat(Files.readString(site.resolve("events/matmul.html")))
        .contains("<dt>Time of an entry in a pair</dt><dd>at most %d s</dd>".formatted(most));
  }

  @Test
  void refused_entries_stand_on_their_page_with_the_reason_and_in_no_ranking() throws Exception {
    assertThat(Files.readString(site.resolve("refused.html")))
        .contains(
            "99-broken.zip",
            "98-empty",
            "Quick &amp; Dirty",
            "under review",
            "there is no such event");
    var ranking = Files.readString(site.resolve("events/matmul.json"));
    assertThat(ranking.substring(0, ranking.indexOf("withoutPlace"))).doesNotContain("Quick");
  }

  @Test
  void the_live_pages_follow_the_board_and_answer_this_machine_alone() throws Exception {
    var board = TestBoard.in(Files.createDirectory(folder.resolve("live")));
    board.with("1", MadeUpEntry.of("matmul", "First team", "2")).run();
    try (var live = LiveSite.start(board.store(), 0);
        var client = HttpClient.newHttpClient()) {
      var answers = new ArrayList<String>();
      for (int i = 0; i < 2; i++) {
        answers.add(get(client, live.url() + "events/matmul.html", "127.0.0.1"));
        answers.add(get(client, live.url() + "state", "localhost:80"));
        board.with("2", MadeUpEntry.of("matmul", "Second team", "3")).run();
      }
      assertThat(answers.get(0))
          .startsWith("200")
          .contains("First team")
          .doesNotContain("Second team");
      assertThat(answers.get(2)).contains("First team").contains("Second team");
      assertThat(answers.get(1)).isNotEqualTo(answers.get(3));
      var head = HttpRequest.newBuilder(URI.create(live.url())).HEAD().build();
      var answer = client.send(head, BodyHandlers.ofString());
      assertThat(answer.statusCode() + answer.body()).isEqualTo("200");
      assertThat(answer.headers().firstValueAsLong("content-length").orElse(0)).isPositive();
      assertThat(get(client, live.url(), "evil.example"))
          .as("another name for this address")
          .startsWith("403");
      assertThat(get(client, live.url() + "board.db", "127.0.0.1")).startsWith("404");
      assertThat(get(client, live.url() + "../board.db", "127.0.0.1")).startsWith("400");
    }
  }

  @Test
  void a_member_of_a_class_sees_all_ranks_and_of_entries_its_own() throws Exception {
    var board = TestBoard.in(Files.createDirectory(folder.resolve("member")));
    board.with("1", MadeUpEntry.of("matmul", "First team", "2"));
    board.with("2", MadeUpEntry.of("matmul", "Second team", "3"));
    board.with("3", MadeUpEntry.of("matmul", "Third team", "REJECTED").named("Cheat")).run();
    var live = new LiveSite(board.store());
    var frame = live.frame("first team");
    var event = new String(live.page("/events/matmul.html", frame).body(), UTF_8);
    assertThat(event).contains("First team", "Second team").doesNotContain("Cheat");
    for (var page : List.of("/refused.html", "/refused.json", "/events/matmul.json")) {
      var text = new String(live.page(page, frame).body(), UTF_8);
      assertThat(text).as(page).doesNotContain("Cheat", "Third team");
    }
    for (var entry : board.store().entries()) {
      boolean own = entry.team().equals("First team");
      for (var end : List.of(".html", ".json")) {
        int status = live.page("/entries/" + entry.id() + end, frame).status();
        assertThat(status).as(entry.team()).isEqualTo(own ? 200 : 404);
      }
      assertThat(event.contains("entries/" + entry.id())).as(entry.team()).isEqualTo(own);
    }
  }

  @Test
  void a_team_sees_its_own_history_whatever_its_rank_is() throws Exception {
    var board = TestBoard.in(Files.createDirectory(folder.resolve("history")));
    for (int i = 1; i < 10; i++) {
      board.with("" + i, MadeUpEntry.of("matmul", "Team " + i, "" + (11 - i)));
    }
    board.run();
    board.with("10", MadeUpEntry.of("matmul", "Team 10", "1.5")).run();
    var live = new LiveSite(board.store());
    for (var frame : List.of(live.frame("team 9"), live.frame(""), live.frameOfAll())) {
      var page = new String(live.page("/events/matmul.html", frame).body(), UTF_8);
      var names =
          Pattern.compile("<text class=\"name\"[^>]*>([^<]*)")
              .matcher(page.substring(Math.max(0, page.indexOf("<h2 id=\"history\""))))
              .results()
              .map(m -> m.group(1))
              .toList();
      if (frame.reader() == SiteFrame.Reader.INSTRUCTOR) {
        assertThat(page).contains("The ranks of the leading teams at the end");
        assertThat(names).hasSize(8).doesNotContain("Team 9");
      } else if (frame.view().entries().isEmpty()) {
        assertThat(page).as("of a student").doesNotContain("History");
      } else {
        assertThat(page).contains("The ranks of your team at the end");
        assertThat(names).containsExactly("Team 9");
      }
    }
  }

  @Test
  void a_long_table_has_a_short_page_and_one_with_all() throws Exception {
    var board = TestBoard.in(Files.createDirectory(folder.resolve("long")));
    for (int i = 100; i < 220; i++) {
      board.with("" + i, MadeUpEntry.of("matmul", "Team " + i, "2." + i));
      var refused = Files.createDirectory(board.submissions().resolve("empty-" + i));
      Files.writeString(refused.resolve("notes.txt"), "" + i);
    }
    board.run();
    var pages = new BoardSite(board.store(), false);
    pages.write(folder.resolve("long/site"));
    var first = Files.readString(folder.resolve("long/site/events/matmul.html"));
    var all = Files.readString(folder.resolve("long/site/events/matmul.all.html"));
    assertThat(first.split("<tr data-team", -1)).hasSize(101);
    assertThat(all.split("<tr data-team", -1)).hasSize(121);
    assertThat(first)
        .contains("120 teams", "<a href=\"matmul.all.html\">all teams and entries</a>");
    assertThat(all).doesNotContain("matmul.all.html");
    assertThat(first.length()).isLessThan(all.length() - 10_000);
    assertThat(folder.resolve("long/site/events/training.all.html")).doesNotExist();
    assertThat(Files.readString(folder.resolve("long/site/refused.html")))
        .contains("120 entries", "<a href=\"refused.all.html\">all entries</a>", "empty-219")
        .doesNotContain("empty-119");
    assertThat(Files.readString(folder.resolve("long/site/refused.all.html")))
        .contains("empty-119")
        .doesNotContain("refused.all.html");
  }

  @Test
  void half_a_request_holds_up_nobody() throws Exception {
    var board = TestBoard.in(Files.createDirectory(folder.resolve("half")));
    try (var live = LiveSite.start(board.store(), 0);
        var client = HttpClient.newHttpClient();
        var half = new Socket(InetAddress.getLoopbackAddress(), URI.create(live.url()).getPort())) {
      half.getOutputStream().write("GET / HTTP/1.1\r\nHost: ".getBytes(US_ASCII));
      half.getOutputStream().flush();
      Thread.sleep(100); // until it is taken
      var request =
          HttpRequest.newBuilder(URI.create(live.url())).timeout(Duration.ofSeconds(30)).build();
      assertThat(client.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(200);
    }
  }

  @Test
  void half_a_surrogate_in_one_manifest_costs_no_page() throws Exception {
    var board = TestBoard.in(Files.createDirectory(folder.resolve("surrogate")));
    board.with("1", MadeUpEntry.of("matmul", "A", "2").by("HALF"));
    var manifest = board.submissions().resolve("1").resolve(Archive.MANIFEST);
    Files.writeString(manifest, Files.readString(manifest).replace("HALF", "\\ud800"));
    board.with("2", MadeUpEntry.of("matmul", "B", "3")).run();
    var pages = folder.resolve("surrogate/site");
    assertThat(new BoardSite(board.store(), false).write(pages)).isGreaterThan(4);
    for (var entry : board.store().entries()) {
      assertThat(pages.resolve("entries/" + entry.id() + ".json")).content().contains("\"team\"");
    }
  }

  private static String get(HttpClient client, String url, String host) throws Exception {
    var request = HttpRequest.newBuilder(URI.create(url)).header("Host", host).build();
    var answer = client.send(request, BodyHandlers.ofString());
    return answer.statusCode() + " " + answer.body();
  }
}
