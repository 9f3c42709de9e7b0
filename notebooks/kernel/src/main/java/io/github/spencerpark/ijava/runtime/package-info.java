/// The methods that IJava gives to cells.
@org.jspecify.annotations.NullMarked
package io.github.spencerpark.ijava.runtime;
