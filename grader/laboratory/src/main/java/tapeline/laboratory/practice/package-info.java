/// Good practice in training, looked at by a program: done or not, each with its evidence.
@NullMarked
package tapeline.laboratory.practice;

import org.jspecify.annotations.NullMarked;
