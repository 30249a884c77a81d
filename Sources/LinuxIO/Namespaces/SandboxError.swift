import Glibc

/// Why this process may not have network namespaces of its own, and what would change that.
package enum SandboxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A user namespace can only be entered before the second thread exists.
    case threadsRunning(count: Int)
    /// A setting of the machine forbids it to ordinary users.
    case switchedOff(setting: String, value: Int, allowing: Int)
    /// The kernel was built without user namespaces.
    case notBuiltIn
    /// Something else refuses: mostly a container's policy.
    case refused(SystemCallError)

    /// What stands in the way, in one sentence.
    package var reason: String {
        switch self {
        case .threadsRunning(let count):
            "a user namespace can only be entered while the process has one thread, and it has \(count)"
        case .switchedOff(let setting, let value, _):
            "\(setting) is \(value): ordinary users may not make namespaces here"
        case .notBuiltIn:
            "this kernel has no user namespaces"
        case .refused(let error):
            "the system refuses namespaces (\(error)), as containers do by default"
        }
    }

    /// What to do about it, in one sentence.
    package var remedy: String {
        switch self {
        case .threadsRunning:
            "enter the sandbox before anything starts a thread, or run as root"
        case .switchedOff(let setting, _, let allowing):
            "run as root, or allow it: sudo sysctl -w \(setting)=\(allowing)"
        case .notBuiltIn:
            "run as root"
        case .refused:
            "run as root; in a container, start it with --privileged, or with "
                + "--cap-add SYS_ADMIN --cap-add NET_ADMIN --security-opt seccomp=unconfined"
        }
    }

    package var description: String { "\(reason); \(remedy)" }
}
