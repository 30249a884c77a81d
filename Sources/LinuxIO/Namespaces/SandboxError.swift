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

// MARK: Diagnosis

extension SandboxError {
    /// Facts about the machine that can explain a refusal. nil means that the machine has no such setting.
    package struct MachineFacts: Hashable, Sendable {
        var threads: Int
        var mostUserNamespaces: Int?
        var unprivilegedClone: Int?
        var appArmorRestriction: Int?

        package init(
            threads: Int,
            mostUserNamespaces: Int? = nil,
            unprivilegedClone: Int? = nil,
            appArmorRestriction: Int? = nil
        ) {
            self.threads = threads
            self.mostUserNamespaces = mostUserNamespaces
            self.unprivilegedClone = unprivilegedClone
            self.appArmorRestriction = appArmorRestriction
        }

        static func read() -> MachineFacts {
            MachineFacts(
                threads: threadCount(),
                mostUserNamespaces: KernelFile.number("/proc/sys/user/max_user_namespaces"),
                unprivilegedClone: KernelFile.number("/proc/sys/kernel/unprivileged_userns_clone"),
                appArmorRestriction: KernelFile.number(
                    "/proc/sys/kernel/apparmor_restrict_unprivileged_userns"
                )
            )
        }

        private static func threadCount() -> Int {
            let status = (try? KernelFile.read("/proc/self/status")) ?? ""
            let line = status.split(separator: "\n").first { $0.hasPrefix("Threads:") }
            return line.flatMap { Int($0.drop { !$0.isNumber }) } ?? 1
        }
    }

    /// Finds the cause of a failed call from facts about the machine.
    package init(diagnosing error: SystemCallError, in surroundings: MachineFacts) {
        if error.errno == EINVAL, surroundings.threads > 1 {
            self = .threadsRunning(count: surroundings.threads)
        } else if surroundings.mostUserNamespaces == 0 {
            self = .switchedOff(setting: "user.max_user_namespaces", value: 0, allowing: 10_000)
        } else if surroundings.unprivilegedClone == 0 {
            self = .switchedOff(setting: "kernel.unprivileged_userns_clone", value: 0, allowing: 1)
        } else if let restriction = surroundings.appArmorRestriction, restriction != 0 {
            self = .switchedOff(
                setting: "kernel.apparmor_restrict_unprivileged_userns",
                value: restriction,
                allowing: 0
            )
        } else if error.errno == EINVAL {
            self = .notBuiltIn
        } else {
            self = .refused(error)
        }
    }
}
