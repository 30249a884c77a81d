internal import CLinux
import Glibc

/// A failed system call: which one, on what, and why.
package struct SystemCallError: Error, Hashable, Sendable, CustomStringConvertible {
    package var call: String
    /// What it was applied to: a path, an interface, an address. Empty if there is nothing to name.
    package var target: String
    package var errno: Int32

    /// ENOENT.
    package static let noSuchFile = ENOENT

    /// This user lacks the right.
    package var isForbidden: Bool { errno == EACCES || errno == EPERM }
    /// The file system is mounted read-only.
    package var isReadOnly: Bool { errno == EROFS }

    /// The file system, or the user's quota, is full.
    package var isFull: Bool { errno == ENOSPC || errno == EDQUOT }

    /// The process or the machine has no descriptors left.
    package var isShortage: Bool { errno == EMFILE || errno == ENFILE }

    /// The same call may succeed in a moment: a queue or a buffer is full.
    package var isTemporary: Bool { errno == EAGAIN || errno == ENOBUFS }

    package init(_ call: String, on target: String = "", errno: Int32) {
        self.call = call
        self.target = target
        self.errno = errno
    }

    /// The kernel's message, such as `Permission denied`.
    package var reason: String { Self.reason(errno) }

    /// The kernel's message for any error number.
    package static func reason(_ errno: Int32) -> String {
        String(cString: strerror(errno))
    }

    package var description: String {
        target.isEmpty ? "\(call): \(reason)" : "\(call) \(target): \(reason)"
    }
}

/// Runs a system call, repeats it if a signal interrupted it, and turns -1 into a typed error.
@discardableResult
package func systemCall<Value: FixedWidthInteger & SignedInteger>(
    _ name: String,
    on target: @autoclosure () -> String = "",
    _ body: () -> Value
) throws(SystemCallError) -> Value {
    while true {
        let value = body()
        if value != -1 { return value }
        let code = netlab_errno()
        if code != EINTR { throw SystemCallError(name, on: target(), errno: code) }
    }
}
