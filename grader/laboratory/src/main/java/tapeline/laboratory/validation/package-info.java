/// Made-up times whose truth is known: how often does a method of measuring say something wrong?
@NullMarked
package tapeline.laboratory.validation;

import org.jspecify.annotations.NullMarked;
