internal import CLinux
import Glibc

/// The descriptors that this process was given beside its standard streams, to be handed on to a program.
package enum InheritedDescriptors {
    /// To be asked before anything is opened by a library that does not close its own at exec. Borrowed.
    package static func numbers() -> [Int32] {
        let open = (try? Folder.names(in: "/proc/self/fd")) ?? []
        return open.compactMap { Int32($0) }.filter { $0 > STDERR_FILENO && netlab_is_handed_on($0) == 1 }
    }
}
