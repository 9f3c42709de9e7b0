/// Times whose truth is known, made up or of work that was planted: how often does a method of
/// measuring say something wrong?
@NullMarked
package tapeline.laboratory.validation;

import org.jspecify.annotations.NullMarked;
