internal import CLinux
import Glibc

/// The descriptors, beyond the standard streams, that this process inherited and passes on to a program.
package enum InheritedDescriptors {
    /// Must be called before a library opens descriptors that stay open at exec. Borrowed.
    package static func numbers() -> [Int32] {
        let open = (try? Folder.names(in: "/proc/self/fd")) ?? []
        return open.compactMap { Int32($0) }.filter { $0 > STDERR_FILENO && netlab_is_handed_on($0) == 1 }
    }
}
