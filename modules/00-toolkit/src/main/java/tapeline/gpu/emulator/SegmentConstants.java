package tapeline.gpu.emulator;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.util.ArrayList;
import java.util.List;

/// The objects that a compiled segment refers to: static final fields, so that the JVM knows them
/// when it compiles.
final class SegmentConstants {
  private final List<Object> values = new ArrayList<>();
  private final List<ClassDesc> types = new ArrayList<>();

  /// The name of the field that holds `value`.
  String add(Object value, Class<?> type) {
    values.add(value);
    types.add(SegmentCompiler.desc(type));
    return name(values.size() - 1);
  }

  List<Object> values() {
    return values;
  }

  String name(int i) {
    return "f" + i;
  }

  ClassDesc type(int i) {
    return types.get(i);
  }

  void declareIn(ClassBuilder type) {
    for (int i = 0; i < values.size(); i++) {
      type.withField(name(i), types.get(i), ClassFile.ACC_STATIC | ClassFile.ACC_FINAL);
    }
  }
}
