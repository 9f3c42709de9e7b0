/// The registry of commands, under IJava's name.
@org.jspecify.annotations.NullMarked
package io.github.spencerpark.jupyter.kernel.magic.registry;
