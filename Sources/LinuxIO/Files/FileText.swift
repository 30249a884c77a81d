internal import CLinux
import Glibc

/// Whole small files.
package enum FileText {
    package static func exists(_ path: String) -> Bool {
        access(path, F_OK) == 0
    }

    /// In bytes; nil where there is no such file.
    package static func size(_ path: String) -> Int? {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : nil
    }

    package static func truncate(_ path: String, to size: Int) throws(SystemCallError) {
        try systemCall("truncate", on: path) { Glibc.truncate(path, size) }
    }

    /// Reads at most `limit` bytes of a file, or of standard input where the path is `-`.
    ///
    /// One byte more than `limit` means that there is more: the caller decides what to say of it.
    package static func read(_ path: String, limit: Int) throws(SystemCallError) -> [UInt8] {
        if path == "-" { return try read(descriptor: STDIN_FILENO, name: "standard input", limit: limit) }
        let file = OwnedDescriptor(
            owning: try systemCall("open", on: path) { netlab_open(path, O_RDONLY | O_CLOEXEC, 0) }
        )
        return try read(descriptor: file.raw, name: path, limit: limit)
    }

    private static func read(descriptor: Int32, name: String, limit: Int) throws(SystemCallError) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count <= limit {
            let count = try systemCall("read", on: name) {
                Glibc.read(descriptor, &chunk, min(chunk.count, limit + 1 - bytes.count))
            }
            if count == 0 { break }
            bytes += chunk[..<count]
        }
        return bytes
    }

    /// Writes a file anew: mode 0600 unless told otherwise, since what a run records may hold secrets.
    package static func write(
        _ path: String,
        _ bytes: [UInt8],
        mode: UInt32 = 0o600
    ) throws(SystemCallError) {
        let file = OwnedDescriptor(
            owning: try systemCall("open", on: path) {
                netlab_open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
            }
        )
        try write(bytes, to: file.raw, name: path)
    }

    /// Writes all bytes to a descriptor that somebody else owns.
    package static func write(
        _ bytes: [UInt8],
        to descriptor: Int32,
        name: String
    ) throws(SystemCallError) {
        var written = 0
        while written < bytes.count {
            written += try systemCall("write", on: name) {
                bytes.withUnsafeBytes { all in
                    Glibc.write(descriptor, all.baseAddress.map { $0 + written }, all.count - written)
                }
            }
        }
    }
}
