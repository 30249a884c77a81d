import Glibc
internal import Wire

/// The two stamps of an entry's file, in nanoseconds since 1970.
enum FileTimes {
    /// Stamps the file; nil where there is none, else its size.
    static func set(_ path: String, used: Int64, confirmed: Int64) -> Int? {
        var times = [timespec(used), timespec(confirmed)]
        guard utimensat(AT_FDCWD, path, &times, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        return Int(status.st_size)
    }

    static func set(_ descriptor: Int32, used: Int64, confirmed: Int64) {
        var times = [timespec(used), timespec(confirmed)]
        // A folder that may only be read still serves; its order of use is then not kept.
        _ = futimens(descriptor, &times)
    }
}

extension timespec {
    init(_ nanoseconds: Int64) {
        let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        self.init(tv_sec: Int(seconds), tv_nsec: Int(rest))
    }

    var nanoseconds: Nanoseconds { Int64(tv_sec) * 1_000_000_000 + Int64(tv_nsec) }
}
