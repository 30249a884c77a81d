import Glibc

/// A folder that goes, with what is in it, when its owner does.
final class TemporaryFolder: Sendable {
    let path: String

    init() {
        path = "/tmp/netlab-capture-\(getpid())-\(UInt64.random(in: 0 ... .max))"
        mkdir(path, 0o700)
    }

    deinit {
        for name in ["capture", "other"] { unlink("\(path)/\(name)") }
        rmdir(path)
    }

    var file: String { "\(path)/capture" }
}
