package tapeline.notebook;

import java.util.List;
import org.dflib.jjava.jupyter.kernel.display.DisplayData;
import tapeline.grader.course.Front;
import tapeline.grader.progress.AnswerComparison;

/// `%compare 03.2`: the learner's answer beside the reference's, once it has passed.
record CompareMagic(Classroom room) implements Magic {

  @Override
  public DisplayData run(List<String> arguments, String body) {
    var id = Classroom.exercise("%compare", arguments);
    var course = room.course();
    var compared = AnswerComparison.of(course, id, room.book(course), Front.NOTEBOOK);
    var data = new DisplayData(String.join("\n", compared.lines()));
    data.putMarkdown(
        """
        **%s %s**: yours

        ```java
        %s
        ```

        the reference's

        ```java
        %s
        ```
        """
            .formatted(id, compared.title(), code(compared.own()), code(compared.reference())));
    return data;
  }

  private static String code(String body) {
    return body.stripTrailing().stripIndent();
  }
}
