package tapeline.book;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;

class PageTextTest {
  private final MarkdownText markdown = new MarkdownText();

  @Test
  void a_formula_is_mathml_that_browsers_show() {
    var math = markdown.html("so $f(x) = \\frac12 x_i$ is", true).select("math");
    assertThat(math.text().replace(" ", "")).isEqualTo("f(x)=12xi");
    assertThat(markdown.html("$f(g(x, y), 2)$", true).select("math").text().replace(" ", ""))
        .isEqualTo("f(g(x,y),2)");
    assertThat(math.select("mfenced")).isEmpty();
    assertThat(markdown.html("$f(g(x))$", true).select("mfenced")).isEmpty();
    assertThat(math.select("mfrac")).hasSize(1);
    assertThat(math.attr("display")).isEmpty();
    assertThat(markdown.html("$$x$$", true).select("math").attr("display")).isEqualTo("block");
  }

  @Test
  void a_dollar_in_code_and_one_outside_notebooks_stays() {
    assertThat(markdown.html("`$a$` and ```\n$b$\n```", true).text()).contains("$a$", "$b$");
    assertThat(markdown.html("5 $ and 6 $", false).select("math")).isEmpty();
  }

  @Test
  void a_prime_is_one_sign_and_a_hyphen_a_minus() {
    var math = markdown.html("$f''-1$", true).select("math");
    assertThat(math.text().replace(" ", "")).isEqualTo("f′′−1");
    assertThat(math.select("msup")).isEmpty();
    assertThat(markdown.html("$10^{-40}$", true).select("msup").text()).contains("−40");
  }

  @Test
  void a_function_stands_apart_from_its_argument_but_not_from_a_bracket() {
    assertThat(markdown.html("$\\sin a$", true).select("mi + mspace + mi")).hasSize(1);
    assertThat(markdown.html("$\\cosh^2 a$", true).select("msup + mspace + mi")).hasSize(1);
    assertThat(markdown.html("$\\sin(a)$", true).select("mspace")).isEmpty();
    assertThat(markdown.html("$e^a b$", true).select("mspace")).isEmpty();
  }

  @Test
  void an_upright_word_is_one_name() {
    var math = markdown.html("$-\\ln \\mathrm{relu}(x)$", true).select("math");
    assertThat(math.select("mspace + mi[mathvariant=normal]").text()).isEqualTo("relu");
    assertThat(math.select("mstyle mi").text()).as("what is no letter alone").isEqualTo("x");
  }

  @Test
  void underscores_and_stars_in_a_formula_are_no_emphasis() {
    assertThat(markdown.html("$a_i * b_i * c_i$", true).select("em")).isEmpty();
  }

  @Test
  void colours_change_no_letter() {
    var text =
        "/// Doc.\n@Test int x = 1; // \"no string\"\nString s = \"// no comment\" + '' + a + '';";
    var code = new Element("code");
    SourceColours.append(code, text, "java");
    assertThat(code.wholeText()).isEqualTo(text);
    assertThat(code.select(".c-comment").eachText()).containsExactly("// \"no string\"");
    assertThat(code.select(".c-string").eachText())
        .containsExactly("\"// no comment\"", "''", "''");
    assertThat(code.select(".c-doc").eachText()).containsExactly("/// Doc.");
  }

  @Test
  void a_literal_of_many_thousand_characters_is_coloured_whole() {
    for (var quote : List.of("\"", "'")) {
      var literal = quote + "a\\".repeat(50_000) + quote + quote; // each \ escapes what follows
      var code = new Element("code");
      SourceColours.append(code, "x = " + literal + "; y = " + quote + "b" + quote, "java");
      assertThat(code.select(".c-string").eachText()).containsExactly(literal, quote + "b" + quote);
    }
  }

  @Test
  void a_table_and_code_can_be_scrolled_by_keyboard() {
    var html = markdown.html("| a |\n|---|\n| 1 |\n\n```java\nint x;\n```", false);
    assertThat(html.select(".scroll[tabindex=0][role=group] > table")).hasSize(1);
    assertThat(html.select("pre[tabindex=0] .c-word").text()).isEqualTo("int");
  }
}
