internal import CLinux
import Glibc

/// The right to create network namespaces, for root and for unprivileged users.
package enum Sandbox {
    /// Ensures that this thread, and every thread started after it, may create network namespaces.
    ///
    /// Tests the right instead of guessing it from the user id. A process that has it stays where it is. Any
    /// other process permanently enters a user namespace, in which it keeps its own ids and so its access to
    /// files; this must happen before it has a second thread. Entering again changes nothing.
    package static func enter() throws(SandboxError) {
        do {
            _ = try NetworkNamespace.make()
            return
        } catch {
            guard error.errno == EPERM else { throw diagnosed(error) }
        }
        do {
            try enterUserNamespace()
            _ = try NetworkNamespace.make()
        } catch {
            throw diagnosed(error)
        }
    }

    /// True if this process lacks the right and would have to enter a user namespace. Tested, not guessed.
    package static var isNeeded: Bool {
        do throws(SystemCallError) {
            _ = try NetworkNamespace.make()
            return false
        } catch {
            return true
        }
    }

    /// True if this user may create namespaces. A child tests it, so that this process stays where it is.
    package static var isAllowed: Bool { netlab_may_isolate(geteuid() == 0 ? 1 : 0) == 1 }

    private static func enterUserNamespace() throws(SystemCallError) {
        // Read first: inside the namespace the ids are invalid until the maps are written.
        let user = geteuid()
        let group = getegid()
        try systemCall("unshare", on: "user namespace") { netlab_unshare_user_and_network() }
        // The kernel accepts a group map from an unprivileged user only after this.
        try KernelFile.write("deny", to: "/proc/self/setgroups")
        try KernelFile.write("\(user) \(user) 1", to: "/proc/self/uid_map")
        try KernelFile.write("\(group) \(group) 1", to: "/proc/self/gid_map")
    }

    private static func diagnosed(_ error: SystemCallError) -> SandboxError {
        SandboxError(diagnosing: error, in: .read())
    }
}
