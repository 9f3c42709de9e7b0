/// The kinds of what is shown, under IJava's name.
@org.jspecify.annotations.NullMarked
package io.github.spencerpark.jupyter.kernel.display.mime;
