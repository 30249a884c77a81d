internal import CLinux
import Glibc

/// The rights to make network namespaces, for root and for ordinary users.
package enum Sandbox {
    /// Makes sure that this thread, and every thread started after it, may make network namespaces.
    ///
    /// The right is tried, never guessed from the user id. Whoever has it stays where he is. Everybody else enters
    /// a user namespace, for good, in which he keeps his own ids and thus his access to files: that must happen
    /// before the process has its second thread. Entering again changes nothing.
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

    /// True where this process has not the right and would have to enter a user namespace for it. Tried, not guessed.
    package static var isNeeded: Bool {
        do throws(SystemCallError) {
            _ = try NetworkNamespace.make()
            return false
        } catch {
            return true
        }
    }

    /// Whether this user may have namespaces of his own: tried by a child, so that this process stays where it is.
    package static var isAllowed: Bool { netlab_may_isolate(geteuid() == 0 ? 1 : 0) == 1 }

    private static func enterUserNamespace() throws(SystemCallError) {
        // Read before: afterwards they are those of nobody, until the maps are written.
        let user = geteuid()
        let group = getegid()
        try systemCall("unshare", on: "user namespace") { netlab_unshare_user_and_network() }
        // The kernel takes a group map from an ordinary user only after this.
        try KernelFile.write("deny", to: "/proc/self/setgroups")
        try KernelFile.write("\(user) \(user) 1", to: "/proc/self/uid_map")
        try KernelFile.write("\(group) \(group) 1", to: "/proc/self/gid_map")
    }

    private static func diagnosed(_ error: SystemCallError) -> SandboxError {
        SandboxError(diagnosing: error, in: .read())
    }
}
