/// The classes that JUnit makes by reflection: the one package of the worker that is open to it in
/// a sandbox.
@NullMarked
package tapeline.grader.worker.order;

import org.jspecify.annotations.NullMarked;
