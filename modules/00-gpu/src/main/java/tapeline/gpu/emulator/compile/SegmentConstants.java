package tapeline.gpu.emulator.compile;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.Supplier;

/// The objects that a compiled segment refers to: static final fields, so that the JVM knows them
/// when it compiles.
final class SegmentConstants {
  private final List<Object> values = new ArrayList<>();
  private final List<ClassDesc> types = new ArrayList<>();
  private final IdentityHashMap<Object, String> names = new IdentityHashMap<>();

  /// The name of the field that holds what `value` made for `key`, for all who ask.
  String of(Object key, Class<?> type, Supplier<?> value) {
    return names.computeIfAbsent(
        key,
        _ -> {
          values.add(value.get());
          types.add(SegmentCompiler.desc(type));
          return name(values.size() - 1);
        });
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
