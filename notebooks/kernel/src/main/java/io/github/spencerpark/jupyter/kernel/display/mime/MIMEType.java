package io.github.spencerpark.jupyter.kernel.display.mime;

/// The constants, such as `MIMEType.TEXT_HTML`, by which a notebook says how a value is shown.
public final class MIMEType extends org.dflib.jjava.jupyter.kernel.display.mime.MIMEType {
  @SuppressWarnings("UnusedMethod") // its parent has no other
  private MIMEType(String group, String tree, String subtype, String suffix) {
    super(group, tree, subtype, suffix);
  }
}
