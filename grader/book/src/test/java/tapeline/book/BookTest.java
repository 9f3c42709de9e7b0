package tapeline.book;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.grader.course.Course;

class BookTest {
  private static final String SHOWN =
      "{\"output_type\": \"stream\", \"text\": [\"\\u001b[31msaved\\u001b[0m\"]}";

  @TempDir Path folder;
  private SmallCourse course;

  @BeforeEach
  void make() throws IOException {
    course = SmallCourse.in(folder);
  }

  @Test
  void a_link_to_a_file_leads_to_its_page() throws IOException {
    assertThat(course.make()).isEmpty();
    assertThat(course.page("modules/01-count.html").select("main p a").attr("href"))
        .isEqualTo("../solutions/01-count.html#src-main-java-A.java");
    assertThat(course.page("files/LICENSE.html").select("pre").text()).isEqualTo("free");
  }

  @Test
  void a_broken_link_is_named_with_its_page_and_the_rest_is_made() throws IOException {
    course.write("CHANGELOG.md", "# New\n\n[gone](no/such.md) [part](README.md#nowhere)\n");
    assertThat(course.make())
        .containsExactly(
            "CHANGELOG.md: broken link no/such.md: there is no such file in the book",
            "CHANGELOG.md: broken link ../how-to.html#nowhere: that page has no part of this name");
    assertThat(course.page("curriculum.html").select("h1").text()).isEqualTo("The modules");
  }

  @Test
  void an_address_that_is_none_is_named_with_its_page() throws IOException {
    course.write("CHANGELOG.md", "# New\n\n[half](50%.md) [all](README.md#100%) [nul](a%00b.md)\n");
    assertThat(course.make())
        .containsExactly(
            "CHANGELOG.md: broken link 50%.md: it is no address",
            "CHANGELOG.md: broken link ../how-to.html#100%: it is no address",
            "CHANGELOG.md: broken link a%00b.md: it is no address");
  }

  @Test
  void a_link_to_a_name_with_a_blank_or_a_percent_sign_leads_to_its_page() throws IOException {
    course.write("my file.md", "# Mine\n\nA text.\n");
    course.write("50%.md", "# Half\n");
    course.write("CHANGELOG.md", "# New\n\n[x](my%20file.md) [y](50%25.md)\n");
    assertThat(course.make()).isEmpty();
    assertThat(course.page("about/changelog.html").select("main p a").eachAttr("href"))
        .containsExactly("../about/my%20file.html", "../about/50%25.html");
    assertThat(course.page("about/50%.html").select("h1").text()).isEqualTo("Half");
    assertThat(Files.readString(course.book().resolve("search-index.js")))
        .contains("\"about/my%20file.html\"");
  }

  @Test
  void pictures_of_every_kind_are_copied() throws IOException {
    var names = List.of("a.svg", "a.PNG", "a.jpg", "a.jpeg", "a.gif", "a.WebP");
    var links = new StringBuilder("# New\n\n");
    for (var name : names) {
      course.write(name, "a picture");
      links.append("![seen](").append(name).append(")\n");
    }
    course.write("CHANGELOG.md", links.toString());
    assertThat(course.make()).isEmpty();
    assertThat(course.page("about/changelog.html").select("img").eachAttr("src"))
        .containsExactlyElementsOf(names.stream().map(n -> "../" + n).toList());
    assertThat(names).allMatch(n -> Files.exists(course.book().resolve(n)));
  }

  @Test
  void numbers_have_the_same_digits_and_commas_everywhere() throws IOException {
    var here = Locale.getDefault();
    course.write("long.txt", "x".repeat(1_234_567));
    course.write("CHANGELOG.md", "# New\n\n[long](long.txt)\n");
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
      course.make();
    } finally {
      Locale.setDefault(here);
    }
    assertThat(course.page("files/long.txt.html").text()).contains("1,234,567 bytes");
    assertThat(course.page("solutions/01-count.html").select("h1, .region p").eachText())
        .containsExactly("01 count: the solution", "01.1 one, 100 points");
    assertThat(course.page("curriculum.html").select(".tape").attr("d")).isEqualTo("M190 5V95");
  }

  @Test
  void a_picture_without_words_is_named() throws IOException {
    course.write("a.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>");
    course.write("CHANGELOG.md", "# New\n\n<img src='a.svg'>\n");
    assertThat(course.make()).containsExactly("CHANGELOG.md: a picture without words: ../a.svg");
    assertThat(course.book().resolve("a.svg")).exists();
  }

  @Test
  void a_formula_that_is_not_understood_is_named_and_stays_as_text() throws IOException {
    course.notebook(course.root().resolve("notebooks/01-count.ipynb"), "$\\\\nosuch$", "x", "");
    assertThat(course.make().getFirst())
        .startsWith("notebooks/01-count.ipynb: the formula \\nosuch is not understood");
    assertThat(course.page("notebooks/01-count.html").text()).contains("$\\nosuch$");
  }

  @Test
  void an_executed_notebook_has_outputs_and_the_answer_behind_a_click() throws IOException {
    course.notebook(course.root().resolve("notebooks/01-count.ipynb"), "# One", "todo", "");
    course.notebook(course.executed().resolve("01-count.ipynb"), "# One", "return 1;", SHOWN);
    assertThat(course.make()).isEmpty();
    var page = course.page("notebooks/01-count.html");
    assertThat(page.select(".cell > pre.code").text()).contains("todo").doesNotContain("return");
    assertThat(page.select("details summary").text()).contains("answer to 01.1");
    assertThat(page.select("details pre").text()).contains("return 1;");
    assertThat(page.select("pre.out").text()).isEqualTo("saved");
  }

  @Test
  void a_progress_bar_is_shown_as_it_ended() throws IOException {
    var file = course.root().resolve("notebooks/01-count.ipynb");
    course.notebook(file, "# One", "todo", "");
    course.notebook(
        course.executed().resolve("01-count.ipynb"),
        "# One",
        "return 1;",
        """
        {"output_type": "stream", "text": ["\\r", "steps 0 %"]},
        {"output_type": "display_data", "data": {"text/html": "<p>a picture</p>"}},
        {"output_type": "stream", "text": ["\\r", "steps 50 %\\r", "steps 100 %\\n", "done\\n"]}\
        """);
    course.make();
    assertThat(course.page("notebooks/01-count.html").select(".cell .out").eachText())
        .containsExactly("a picture", "steps 100 %\ndone");
  }

  @Test
  void a_long_line_of_output_is_shown_whole() throws IOException {
    var line = "x".repeat(1 << 20); // as much as a kernel prints
    var file = course.root().resolve("notebooks/01-count.ipynb");
    course.notebook(file, "# One", "todo", "");
    course.notebook(
        course.executed().resolve("01-count.ipynb"),
        "# One",
        "return 1;",
        "{\"output_type\": \"stream\", \"text\": \"%s\"}".formatted(line));
    course.make();
    assertThat(course.page("notebooks/01-count.html").select("pre.out").text()).isEqualTo(line);
  }

  @Test
  void outputs_of_other_cells_are_not_shown() throws IOException {
    var file = course.root().resolve("notebooks/01-count.ipynb");
    var kept = course.executed().resolve("01-count.ipynb");
    var now = List.of("markdown", "# One", "code", "int a = 1;", "code", "%%exercise 01.1\\ntodo");
    course.cells(file, now.toArray(String[]::new));
    var others =
        Map.of(
            0, "raw", 1, "# Two", 2, "markdown", 3, "int a = 2;", 5, "%%exercise 01.2\\nreturn 1;");
    for (var other : others.entrySet()) {
      var old = new ArrayList<>(now);
      old.set(other.getKey(), other.getValue());
      course.cells(kept, old.toArray(String[]::new));
      course.make();
      var page = course.page("notebooks/01-count.html");
      assertThat(page.select(".note").text()).as("kept: " + old).contains("were not executed");
      assertThat(page.select(".out")).as("kept: " + old).isEmpty();
    }
  }

  @Test
  void what_the_reference_changes_in_cells_hides_no_outputs() throws IOException {
    var file = course.root().resolve("notebooks/milestone-1.ipynb");
    var kept = course.executed().resolve("milestone-1.ipynb");
    course.cells(
        file,
        "code",
        "%%exercise 01.1\\ntodo",
        "code",
        "%milestone 1 NaN\\nint a;",
        "code",
        "%module 01");
    course.cells(
        kept,
        "code",
        "%%exercise 01.1\\nreturn 1;",
        "code",
        "%milestone 1 NaN reference\\nint a;",
        "code",
        "%module 01 reference");
    course.make();
    assertThat(course.page("notebooks/milestone-1.html").select(".out").text())
        .isEqualTo("shown shown shown");
  }

  @Test
  void a_notebook_without_outputs_says_so() throws IOException {
    course.notebook(course.root().resolve("notebooks/01-count.ipynb"), "# One", "todo", "");
    course.notebook(course.root().resolve("notebooks/more/02.ipynb"), "# Two", "todo", "");
    Files.createDirectories(course.executed().resolve("more"));
    Files.writeString(course.executed().resolve("more/02.problem"), "cell 2 fails\nmore");
    assertThat(course.make()).isEmpty();
    assertThat(course.page("notebooks/01-count.html").select(".note").text())
        .contains("were not executed");
    assertThat(course.page("notebooks/more/02.html").select(".note").text())
        .contains("outputs are missing: cell 2 fails")
        .doesNotContain("more");
  }

  @Test
  void a_place_that_cannot_be_written_is_told_in_a_line() throws IOException {
    var place = course.write("file", "").resolve("book");
    var out = new ByteArrayOutputStream();
    int code =
        Book.run(
            new PrintStream(out, false, StandardCharsets.UTF_8),
            course.root().toString(),
            course.executed().toString(),
            place.toString());
    assertThat(code).isEqualTo(1);
    assertThat(out.toString(StandardCharsets.UTF_8))
        .startsWith("the book cannot be written: java.nio.file.")
        .contains(place.toString())
        .hasLineCount(1);
  }

  @Test
  void a_folder_that_holds_something_else_is_refused_and_a_book_is_replaced() throws IOException {
    var index = Files.createDirectories(course.book()).resolve("search-index.js");
    Files.writeString(index, "of another program");
    assertThatThrownBy(course::make)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("book holds search-index.js, which is on no book's list");
    assertThat(index).hasContent("of another program");
    Files.delete(index);
    course.write("CHANGELOG.md", "# New\n\n[more](more.md)\n");
    course.write("more.md", "# More\n");
    course.make();
    assertThat(course.book().resolve("about/more.html")).exists();
    course.write("CHANGELOG.md", "# New\n");
    course.make();
    assertThat(course.book().resolve("about/more.html")).doesNotExist();
    assertThat(folder.resolve("book.part")).doesNotExist();
    assertThat(folder.resolve("book.old")).doesNotExist();
  }

  @Test
  void what_was_added_to_a_book_stays_and_is_named() throws IOException {
    course.make();
    for (var name : List.of("CNAME", ".git/config", "about/mine.html")) {
      var mine = course.book().resolve(name);
      Files.createDirectories(mine.getParent());
      Files.writeString(mine, "mine");
      assertThatThrownBy(course::make)
          .hasMessageStartingWith(course.book() + " holds " + name.replaceAll("/config", ""));
      assertThat(mine).hasContent("mine");
      assertThat(course.page("index.html").select("h2").text()).isEqualTo("I: one part");
      Files.delete(mine);
      if (name.startsWith(".git")) {
        Files.delete(mine.getParent());
      }
    }
  }

  @Test
  void a_link_to_a_folder_stays_one() throws IOException {
    var place = Files.createDirectory(folder.resolve("place"));
    Files.createSymbolicLink(course.book(), place);
    course.make();
    course.make();
    assertThat(course.book()).isSymbolicLink();
    assertThat(place.resolve("index.html")).exists();
    assertThat(folder.resolve("place.old")).doesNotExist();
  }

  @Test
  void what_a_run_leaves_that_was_killed_is_replaced() throws IOException {
    course.make();
    var old = folder.resolve("book.old");
    Files.move(course.book(), old);
    course.make();
    assertThat(old).as("killed between the two moves").doesNotExist();
    Files.move(course.book(), old);
    Files.delete(old.resolve("search-index.js"));
    var part = Files.createDirectory(folder.resolve("book.part"));
    Files.writeString(part.resolve(".tapeline-book"), "half.html\nfiles/whole.html\n");
    Files.createFile(part.resolve("half.html"));
    course.make();
    assertThat(old).as("half deleted").doesNotExist();
    assertThat(course.book().resolve("half.html")).doesNotExist();
    assertThat(course.page("index.html").select("h2").text()).isEqualTo("I: one part");
  }

  @Test
  void what_lies_beside_the_folder_and_is_no_book_stays() throws IOException {
    for (var name : List.of("book.part", "book.old")) {
      var mine = Files.createDirectories(folder.resolve(name)).resolve("thesis.tex");
      Files.writeString(mine, "mine");
      assertThatThrownBy(course::make)
          .hasMessageStartingWith(
              mine.getParent() + " holds thesis.tex, which is on no book's list");
      assertThat(mine).hasContent("mine");
      Files.delete(mine);
    }
  }

  @Test
  void what_a_learner_writes_is_marked_in_the_solution() throws IOException {
    course.make();
    var page = course.page("solutions/02-ask.html");
    assertThat(page.select(".region p").text()).isEqualTo("02.1 one, 100 points");
    assertThat(page.select(".region pre").text()).isEqualTo("return 1;");
    assertThat(page.text()).doesNotContain("STUB").contains("Counts things.");
  }

  @Test
  void an_arc_that_others_say_is_not_drawn() {
    var arcs = new CurriculumMap(Course.at(course.root())).arcs();
    assertThat(arcs.stream().map(a -> a.from() + " " + a.to()))
        .containsExactly("01-count 02-ask", "02-ask 03-tell");
  }

  @Test
  void the_front_page_has_each_module_in_its_part() throws IOException {
    course.make();
    var page = course.page("index.html");
    assertThat(page.select("h2").text()).isEqualTo("I: one part");
    assertThat(page.select(".cards li").eachText())
        .containsExactly("01 count counts", "02 ask asks", "03 tell tells");
  }

  @Test
  void a_sample_of_a_leaderboard_says_that_it_is_one() throws IOException {
    var board = Files.createDirectories(folder.resolve("board"));
    Files.writeString(board.resolve("index.html"), "<p>ranks");
    assertThat(Book.write(course.root(), course.executed(), course.book(), board)).isEmpty();
    assertThat(course.page("leaderboard.html").select("main").text()).contains("made up");
    assertThat(course.page("index.html").select("header nav").text()).endsWith("Leaderboard");
    assertThat(course.book().resolve("leaderboard/index.html")).hasContent("<p>ranks");
    course.make();
    assertThat(course.page("index.html").select("header nav").text()).doesNotContain("Leader");
  }

  @Test
  void the_search_knows_sections_files_and_titles() throws IOException {
    course.make();
    assertThat(Files.readString(course.book().resolve("search-index.js")))
        .contains("[\"how-to.html#more\",\"Tape\",\"More\",\"map, work, new\"]")
        .contains("[\"solutions/01-count.html#src-main-java-A.java\",")
        .contains("\"A.java Counts things.\",\"01.1 one, 100 points\"]");
  }

  @Test
  void the_search_finds_all_prose_and_tables() throws IOException {
    var rows = "| a row | of a table |\n".repeat(100);
    course.write(
        "CHANGELOG.md",
        """
        # New

        ## Long

        | one | two |
        |---|---|
        %s| grid.sync | last |

        Behind the table.

        <details><summary>How?</summary>

        Behind a click.

        </details>

        ## Next
        """
            .formatted(rows));
    course.make();
    assertThat(Files.readString(course.book().resolve("search-index.js")))
        .containsPattern(
            "\\[\"about/changelog.html#long\",\"New\",\"Long\",\"one two [^\"]*grid.sync last Behind the"
                + " table. How\\? Behind a click.\"]");
  }
}
