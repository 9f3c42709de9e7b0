/// The reports of a grading, for the learner, an editor, a CI server and a browser:
/// [TerminalReport], [JsonReport], [JUnitXmlReport] and [HtmlReport], each a pure function of the
/// [tapeline.grader.result.Grades].
@NullMarked
package tapeline.grader.report;

import org.jspecify.annotations.NullMarked;
