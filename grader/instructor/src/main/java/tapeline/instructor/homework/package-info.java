/// Grades homework that no person has read: it is compiled and run in sandboxes, and believed in
/// nothing.
///
/// | what a submission might do | what stands against it |
/// |---|---|
/// | read files, use the network, start processes, fill memory or disk, run for ever | cells: namespaces, a filter for system calls, limits, another user ([SandboxedWorker], [Sandbox]) |
/// | replace a class of the grader, JUnit, the tests or the course | those are named modules, or come first on the class path ([SealedTests], [SealedRuntime]) |
/// | reflect into them | the modules export to JUnit alone, JUnit to itself and to them, and nothing is open; the Java in there has no `Unsafe`, attach or compiler, and native access is denied |
/// | write results itself | each frame bears a secret of the run and its number |
/// | read the secret from a dump of the heap | the methods that would write one are missing ([Disarmed]) |
/// | have tests left out | the tests are known from the reference solution, and each reports once ([TestPlan]) |
/// | configure JUnit or AssertJ from its resources | JUnit reads no configuration files, `META-INF` is refused ([SubmittedFiles]) |
/// | hand in links, huge files, archives that lead elsewhere | [SubmittedFiles], [SafeZip] |
/// | delegate to the reference solution | it is not there: only earlier modules' are, and in a run for one exercise the other exercises' answers |
/// | know the inputs before | the seed is drawn at random, or the instructor's own, and so may be tests ([Overlay]); it is read before any code of the submission, and its property is gone then |
///
/// | look into hidden tests | they run in a cell of their own, after the course's; of what is said
/// and printed there only names and verdicts go into the feedback ([Withheld]) | | pry or burn time
/// in a kernel's text | kernels are compiled in a cell of their own, without anybody's files,
/// within limits ([KernelCell]) |
///
/// The gaps that are left: tests compare what they get by its own `equals` where they compare
/// objects and not numbers; public methods of AssertJ can be called. Code that runs with a hidden
/// test can read its class file and pass or fail by what it finds: a bit for each hidden test and
/// grading gets out, by its verdict. The course's own tests are no secret. Where there is no
/// bubblewrap nothing stands against the rights of the grader's user.
@NullMarked
package tapeline.instructor.homework;

import org.jspecify.annotations.NullMarked;
