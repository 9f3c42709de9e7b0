/// `./tapeline class insights`: what a class does not understand, from graded hand-ins and shared
/// progress. No name of a student gets here.
@NullMarked
package tapeline.instructor.insight;

import org.jspecify.annotations.NullMarked;
