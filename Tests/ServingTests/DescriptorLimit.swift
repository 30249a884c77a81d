import Glibc

/// The process's limit of descriptors, for tests that run in a separate process.
enum DescriptorLimit {
    struct Failure: Error {
        var errno: Int32
    }

    /// Leaves room for this many more. Descriptors are assigned lowest first, and nothing else may open any
    /// meanwhile.
    static func leave(_ count: Int) throws {
        let free = dup(STDERR_FILENO)
        close(free)
        try set(Int(free) + count)
    }

    /// Raises the limit, if the machine allows it.
    static func raise(to count: Int) throws { try set(count) }

    private static func set(_ count: Int) throws {
        let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        getrlimit(kind, &limit)
        limit.rlim_cur = rlim_t(count)
        limit.rlim_max = max(limit.rlim_max, limit.rlim_cur)
        guard setrlimit(kind, &limit) == 0 else { throw Failure(errno: errno) }
    }
}
