/// Commands that IJava's notebooks register by themselves.
@org.jspecify.annotations.NullMarked
package io.github.spencerpark.jupyter.kernel.magic.common;
