import Glibc

extension SandboxError {
    /// Facts about the machine that can explain a refusal. nil means that the machine has no such setting.
    package struct Surroundings: Hashable, Sendable {
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

        static func read() -> Surroundings {
            Surroundings(
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
    package init(diagnosing error: SystemCallError, in surroundings: Surroundings) {
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
