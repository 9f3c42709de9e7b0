/// Grades homework that no person has read: it is compiled and run in sandboxes, and believed in
/// nothing.
///
/// | what a submission might do | what stands against it |
/// |---|---|
/// | read files, use the network, start processes, fill memory or disk, run for ever | cells: namespaces, a filter for system calls, limits, another user ([SandboxedWorker], [Sandbox]) |
/// | replace a class of the grader, JUnit, the tests or the course | those are named modules, or come first on the class path ([SealedTests], [SealedRuntime]) |
/// | run the tests' own code, read what they expect | the tests' classes are loaded, and their files deleted, before any code of the submission runs: no path, loader or module reader has their bytes ([TestSet], [Conversation]); there is no `/proc` |
/// | reflect into them | the modules export to JUnit alone, JUnit to itself and to them, and nothing is open; the Java in there has no `Unsafe`, attach or compiler, and native access is denied |
/// | write results itself | each frame bears a secret of the run and its number |
/// | read the secret from a dump of the heap | the methods that would write one are missing ([Disarmed]) |
/// | have tests left out | the tests are known from the reference solution, and each reports once ([TestPlan]) |
/// | configure JUnit or AssertJ from its resources | JUnit reads no configuration files, `META-INF` is refused ([SubmittedFiles]) |
/// | hand in links, huge files, archives that lead elsewhere | [SubmittedFiles], [SafeZip] |
/// | delegate to the reference solution | it is not there: only earlier modules' are, and in a run for one exercise the other exercises' answers |
/// | know the inputs before | the seed is drawn at random, or the instructor's own, and so may be tests ([Overlay]); it is read before any code of the submission, and its property is gone then |
/// | look into hidden tests | they run in a cell of their own, after the course's; of what is said and printed there only names and verdicts go into the feedback ([Withheld]) |
/// | pry or burn time in a kernel's text | kernels are compiled in a cell of their own, without anybody's files, within limits ([KernelCell]) |
///
/// The gaps that are left: tests compare objects of a submission's own types by their own `equals`;
/// public methods of AssertJ can be called; constants of an enum of the tests, and values of their
/// annotations, can be read by reflection, so a test keeps its expected values in neither; files
/// beside hidden tests that are no classes can be read where these run. Where there is no
/// bubblewrap nothing stands against the rights of the grader's user.
@NullMarked
package tapeline.instructor.homework;

import org.jspecify.annotations.NullMarked;
