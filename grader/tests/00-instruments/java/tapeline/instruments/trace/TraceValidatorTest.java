package tapeline.instruments.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tapeline.tests.Thrown;

class TraceValidatorTest {
  private static TraceValidator.Content check(String json) {
    try {
      return TraceValidator.check(
          new ByteArrayInputStream(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Each is an array of events, in which `'` stands for `"`, a line each; `P` for a process.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {'ph':'X'                                                           | not JSON
          7                                                                   | an event is an object
          {'name':'a',P,'ts':0,'dur':1}                                       | `ph`
          {'ph':'Q','name':'a',P,'ts':0}                                      | ph is one of
          {'ph':'X','name':'a','tid':1,'ts':0,'dur':1}                        | `pid`
          {'ph':'X','name':'a','pid':1,'ts':0,'dur':1}                        | `tid`
          {'ph':'X','name':'a',P,'dur':1}                                     | number `ts`
          {'ph':'X','name':'a',P,'ts':'0','dur':1}                            | number `ts`
          {'ph':'X','name':'a',P,'ts':0}                                      | number `dur`
          {'ph':'X','name':'a',P,'ts':0,'dur':-2}                             | 0 µs or longer, got dur -2
          {'ph':'X','name':3,P,'ts':0,'dur':1}                                | text `name`
          {'ph':'X','name':'a',P,'ts':0,'dur':5};{'ph':'X','name':'b',P,'ts':4,'dur':2} | nest
          {'ph':'B','name':'a',P,'ts':0}                                      | a B has an E
          {'ph':'E',P,'ts':0}                                                 | none is open
          {'ph':'B','name':'a',P,'ts':5};{'ph':'E',P,'ts':4}                  | order of their times
          {'ph':'C','name':'a',P,'ts':0,'args':{'bytes':'many'}}              | are numbers, got bytes: many
          {'ph':'C','name':'a',P,'ts':0}                                      | has numbers in `args`
          {'ph':'M','name':'thread_name',P,'args':{}}                         | `args.name`
          S;{'ph':'f','name':'a',P,'ts':2,'id':1}                             | tail `s` comes before
          S;{'ph':'s','name':'a',P,'ts':2,'id':1};{'ph':'f','name':'a',P,'ts':1,'id':1} | tail `s` comes before
          S;{'ph':'s','name':'a',P,'ts':2,'id':1};{'ph':'s','name':'a',P,'ts':3,'id':1} | one tail, got two
          S;{'ph':'s','name':'a',P,'ts':2,'id':1};{'ph':'f','name':'a',P,'ts':9,'id':1} | lies in a span
          S;{'ph':'s','name':'a',P,'ts':2}                                    | `id`
          """)
  void a_broken_file_is_rejected_by_its_rule(String events, String rule) {
    var json =
        events
            .replace("S;", "{'ph':'X','name':'a',P,'ts':0,'dur':9};")
            .replace("P", "'pid':1,'tid':1")
            .replace("'ph'", "\n'ph'")
            .replace(';', ',');
    assertThat(Thrown.by(() -> check("[" + json + "]"))).contains(rule);
  }

  @Test
  void a_message_says_which_event_it_is() {
    assertThat(Thrown.by(() -> check("[{'ph':'i','pid':1,'ts':1},\n{'ph':'i','pid':1}]")))
        .isEqualTo(
            "IllegalArgumentException: event 1, line 2: an event has a number `ts`, got null");
  }

  @Test
  void an_object_without_events_is_no_trace() {
    assertThat(Thrown.by(() -> check("{'events':[]}"))).contains("an array `traceEvents`");
    assertThat(Thrown.by(() -> check(""))).contains("an array `traceEvents`");
  }

  /// µs since 1970 in steps of ns, of which a double has every 250th; and ids beyond 2⁵³.
  @Test
  void large_numbers_keep_their_digits() {
    var spans =
        """
        [{'ph':'X','name':'a','pid':1,'tid':1,'ts':1764201600000000.001,'dur':0.005},
        {'ph':'X','name':'b','pid':1,'tid':1,'ts':1764201600000000.%s,'dur':0.005},
        {'ph':'s','name':'f','pid':1,'tid':1,'ts':1764201600000000.002,'id':9007199254740992},
        {'ph':'s','name':'f','pid':1,'tid':1,'ts':1764201600000000.002,'id':9007199254740993}]\
        """;
    assertThat(check(spans.formatted("006")).events()).isEqualTo(4);
    assertThat(Thrown.by(() -> check(spans.formatted("005")))).contains("nest");
  }

  @Test
  void a_number_beyond_all_times_is_none() {
    for (var number : new String[] {"1e17", "1e999999999", "1e-999999999"}) {
      assertThat(Thrown.by(() -> check("[{'ph':'i','pid':1,'ts':" + number + "}]")))
          .contains("an event has a number `ts`");
    }
  }

  @Test
  void what_other_programs_write_is_sound() {
    assertThat(
            check(
                """
                {'traceEvents':[
                {'ph':'X','name':'b','pid':0,'tid':'stream 7','ts':4.5,'dur':0,'args':{'x':{'y':[1]}}},
                {'ph':'X','name':'a','pid':0,'tid':'stream 7','ts':4.5,'dur':1.25},
                {'ph':'B','name':'c','pid':0,'tid':8,'ts':1},{'ph':'E','pid':0,'tid':8,'ts':3},
                {'ph':'X','name':'d','pid':0,'tid':8,'ts':3,'dur':1},
                {'ph':'s','cat':'k','name':'a','pid':0,'tid':8,'ts':2,'id':'0x7'},
                {'ph':'f','cat':'k','name':'a','pid':0,'tid':8,'ts':3,'id':'0x7','bp':'e'}
                ],'otherData':{'a':[{}]}}\
                """))
        .isEqualTo(new TraceValidator.Content(7, 4, 2, 1, 0));
  }
}
