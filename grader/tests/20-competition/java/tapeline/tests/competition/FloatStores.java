package tapeline.tests.competition;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.ArrayStoreInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import tapeline.competition.Contestant;

/// How many elements of `float[]` an answer stores one by one: a copy of the entry's class, and of
/// all classes of its package, counts them before each `fastore`. No machine changes the count.
///
/// Stores by `System.arraycopy`, `Arrays.fill` and vectors are not counted.
final class FloatStores extends ClassLoader {
  private static final String COUNT = "countOfFloatStores";

  private final Class<? extends Contestant> entry;

  private FloatStores(Class<? extends Contestant> entry) {
    super(entry.getClassLoader());
    this.entry = entry;
  }

  /// The stores of one answer of a new entry.
  static long of(Class<? extends Contestant> entry, float[][] input)
      throws ReflectiveOperationException {
    var copy = new FloatStores(entry).loadClass(entry.getName());
    ((Contestant) copy.getConstructor().newInstance()).answer(input);
    return copy.getField(COUNT).getLong(null);
  }

  /// The stores of one answer until it reads beyond an array.
  static long untilItReadsBeyond(Class<? extends Contestant> entry, float[][] input)
      throws ReflectiveOperationException {
    var copy = new FloatStores(entry).loadClass(entry.getName());
    var contestant = (Contestant) copy.getConstructor().newInstance();
    try {
      contestant.answer(input);
    } catch (IndexOutOfBoundsException _) {
      // that is the end
    }
    return copy.getField(COUNT).getLong(null);
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      var loaded = findLoadedClass(name);
      if (loaded != null) {
        return loaded;
      }
      boolean copied = name.startsWith(entry.getPackageName() + ".");
      if (!copied || name.equals(Contestant.class.getName())) {
        return super.loadClass(name, resolve);
      }
      byte[] bytes = counting(name);
      return defineClass(name, bytes, 0, bytes.length);
    }
  }

  private byte[] counting(String name) {
    var owner = ClassDesc.of(entry.getName());
    CodeTransform count =
        (code, element) -> {
          if (element instanceof ArrayStoreInstruction store
              && store.typeKind() == TypeKind.FLOAT) {
            code.getstatic(owner, COUNT, ConstantDescs.CD_long)
                .lconst_1()
                .ladd()
                .putstatic(owner, COUNT, ConstantDescs.CD_long);
          }
          code.with(element);
        };
    var transform = ClassTransform.transformingMethodBodies(count);
    if (name.equals(entry.getName())) {
      int flags = ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC;
      transform =
          transform.andThen(
              ClassTransform.endHandler(c -> c.withField(COUNT, ConstantDescs.CD_long, flags)));
    }
    var resolver = ClassHierarchyResolver.ofClassLoading(getParent());
    var file = ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(resolver));
    var resource = name.substring(name.lastIndexOf('.') + 1) + ".class";
    try (var bytes = requireNonNull(entry.getResourceAsStream(resource), resource)) {
      return file.transformClass(file.parse(bytes.readAllBytes()), transform);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
