internal import CLinux

/// Where this process's memory comes from.
package enum ProcessHeap {
    /// Bytes that the heap grows by.
    private static let step: Int32 = 1 << 20

    /// Lets all threads that begin later use the first thread's heap. For a server whose one thread makes what another
    /// one keeps: a thread's own heap grows by a page and a system call at a time, and is not used by others.
    package static func share() {
        _ = mallopt(M_ARENA_MAX, 1)
        _ = mallopt(M_TOP_PAD, step)
    }
}
