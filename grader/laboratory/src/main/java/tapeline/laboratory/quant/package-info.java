/// Module 17's codes on whole models: bytes, accuracy, outliers and time.
@NullMarked
package tapeline.laboratory.quant;

import org.jspecify.annotations.NullMarked;
