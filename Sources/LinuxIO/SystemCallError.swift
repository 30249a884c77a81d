internal import CLinux
import Glibc

/// A system call that failed: which, on what, and why.
package struct SystemCallError: Error, Hashable, Sendable, CustomStringConvertible {
    package var call: String
    /// What it was tried on: a path, an interface, an address. Empty where there is nothing to name.
    package var target: String
    package var errno: Int32

    /// ENOENT.
    package static let noSuchFile = ENOENT

    /// Nobody of this user's rights may do it.
    package var isForbidden: Bool { errno == EACCES || errno == EPERM }

    /// The file system, or this user's share of it, has no room left.
    package var isFull: Bool { errno == ENOSPC || errno == EDQUOT }

    /// The process or the machine has no descriptor left.
    package var isShortage: Bool { errno == EMFILE || errno == ENFILE }

    package init(_ call: String, on target: String = "", errno: Int32) {
        self.call = call
        self.target = target
        self.errno = errno
    }

    /// The kernel's own words, such as `Permission denied`.
    package var reason: String { Self.reason(errno) }

    /// The kernel's own words for an error number that came another way.
    package static func reason(_ errno: Int32) -> String {
        String(cString: strerror(errno))
    }

    package var description: String {
        target.isEmpty ? "\(call): \(reason)" : "\(call) \(target): \(reason)"
    }
}

/// Runs one system call, again where a signal interrupted it, and turns -1 into a typed error.
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
