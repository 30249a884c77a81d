import Glibc

/// Why this process cannot have its own network namespaces, and what would help.
package enum SandboxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A user namespace can only be entered before the process has a second thread.
    case threadsRunning(count: Int)
    /// A setting of the machine forbids it to unprivileged users.
    case switchedOff(setting: String, value: Int, allowing: Int)
    /// The kernel was built without user namespaces.
    case notBuiltIn
    /// Something else refuses, usually a container's policy.
    case refused(SystemCallError)

    /// The obstacle, in one sentence.
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

    /// The remedy, in one sentence.
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
