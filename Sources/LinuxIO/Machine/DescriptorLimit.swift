internal import CLinux
import Glibc

/// How many descriptors this process may have.
package enum DescriptorLimit {
    /// Takes all that the user may have. What was started before keeps what it had; where it fails, nothing changes.
    package static func raise() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
