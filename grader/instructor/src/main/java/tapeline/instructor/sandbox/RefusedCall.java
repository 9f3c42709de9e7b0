package tapeline.instructor.sandbox;

/// The system calls that a sandboxed process is refused: those that start processes, look into
/// others, change the world around it, or reach the kernel's newest parts.
///
/// Starting a thread is `clone` as well, and is told apart by its flags; see [SeccompFilter].
enum RefusedCall {
  //                    x86-64  aarch64; 0 where it is not there
  FORK(57, 0),
  VFORK(58, 0),
  EXECVEAT(322, 281),
  PTRACE(101, 117),
  PROCESS_VM_READV(310, 270),
  PROCESS_VM_WRITEV(311, 271),
  PIDFD_SEND_SIGNAL(424, 424),
  PIDFD_OPEN(434, 434),
  PIDFD_GETFD(438, 438),
  MOUNT(165, 40),
  UMOUNT2(166, 39),
  PIVOT_ROOT(155, 41),
  CHROOT(161, 51),
  OPEN_TREE(428, 428),
  MOVE_MOUNT(429, 429),
  FSOPEN(430, 430),
  FSCONFIG(431, 431),
  FSMOUNT(432, 432),
  FSPICK(433, 433),
  MOUNT_SETATTR(442, 442),
  UNSHARE(272, 97),
  SETNS(308, 268),
  PERSONALITY(135, 92),
  NAME_TO_HANDLE_AT(303, 264),
  OPEN_BY_HANDLE_AT(304, 265),
  MEMFD_CREATE(319, 279),
  KEXEC_LOAD(246, 104),
  INIT_MODULE(175, 105),
  FINIT_MODULE(313, 273),
  DELETE_MODULE(176, 106),
  ADD_KEY(248, 217),
  REQUEST_KEY(249, 218),
  KEYCTL(250, 219),
  PERF_EVENT_OPEN(298, 241),
  BPF(321, 280),
  USERFAULTFD(323, 282),
  IO_URING_SETUP(425, 425),
  IO_URING_ENTER(426, 426),
  IO_URING_REGISTER(427, 427);

  private final int x86;
  private final int arm;

  RefusedCall(int x86, int arm) {
    this.x86 = x86;
    this.arm = arm;
  }

  /// Its number on this kind of processor; 0 where there is no such call.
  int number(boolean isArm) {
    return isArm ? arm : x86;
  }

  /// Returns whether it is refused only where no process may be started.
  boolean startsProcess() {
    return this == FORK || this == VFORK;
  }
}
