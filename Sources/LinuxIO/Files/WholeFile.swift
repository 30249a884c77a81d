internal import CLinux
import Glibc

/// Small files that are read and written as a whole.
package enum WholeFile {
    /// Maximum bytes per call. While the kernel copies, no other thread gets this processor; smaller calls
    /// would split the file into smaller pieces in memory.
    private static let pieceBytes = 256 << 10

    package static func exists(_ path: String) -> Bool {
        access(path, F_OK) == 0
    }

    /// True if this user may read and write the file.
    package static func mayBeChanged(_ path: String) -> Bool {
        access(path, R_OK | W_OK) == 0
    }

    /// Reads at most `limit` bytes of a file, or of standard input if the path is `-`.
    ///
    /// A result of `limit` + 1 bytes means that there are more; the caller decides what to report.
    package static func read(_ path: String, limit: Int) throws(SystemCallError) -> [UInt8] {
        try FileReader(path).bytes(limit + 1)
    }

    /// Creates or replaces a file, where the file system allows it whole or not at all. The default mode is
    /// 0600, since records of a run may hold secrets; a file that was there keeps its mode.
    package static func write(
        _ path: String,
        _ bytes: [UInt8],
        mode: UInt32 = 0o600
    ) throws(SystemCallError) {
        if let file = NamelessFile.becoming(path, mode: mode) {
            try write(bytes, to: file.raw, name: path)
            if file.takeName() { return }
        }
        try writeInPlace(path, bytes, mode: mode)
    }

    /// Writes a device, a link's target, or a file where nameless ones are impossible. A new file that cannot be
    /// written is removed.
    private static func writeInPlace(
        _ path: String,
        _ bytes: [UInt8],
        mode: UInt32
    ) throws(SystemCallError) {
        var present = stat()
        let isNew = lstat(path, &present) != 0 && netlab_errno() == ENOENT
        let file = OwnedDescriptor(
            owning: try systemCall("open", on: path) {
                netlab_open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
            }
        )
        do throws(SystemCallError) {
            try write(bytes, to: file.raw, name: path)
        } catch {
            if isNew { remove(path) }
            throw error
        }
    }

    /// Appends to a file, and creates it with mode 0600 if it is missing. Follows no link.
    package static func append(_ path: String, _ bytes: [UInt8]) throws(SystemCallError) {
        let file = OwnedDescriptor(
            owning: try systemCall("open", on: path) {
                netlab_open(path, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0o600)
            }
        )
        try write(bytes, to: file.raw, name: path)
    }

    /// Creates a new file from these pieces, whole or not at all. `stamp` sets when it was used and modified,
    /// in nanoseconds since 1970. With `durably` the bytes are on the disk afterwards.
    package static func writeNew(
        _ path: String,
        _ pieces: [[UInt8]],
        mode: UInt32 = 0o600,
        stamp: Int64? = nil,
        durably: Bool = false
    ) throws(SystemCallError) {
        let file = OwnedDescriptor(
            owning: try systemCall("open", on: path) {
                netlab_open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
            }
        )
        do {
            for piece in pieces { try write(piece, to: file.raw, name: path) }
            if let stamp {
                var times = [timespec(nanoseconds: stamp), timespec(nanoseconds: stamp)]
                _ = futimens(file.raw, &times)
            }
            if durably { try systemCall("fdatasync", on: path) { fdatasync(file.raw) } }
        } catch {
            remove(path)
            throw error
        }
    }

    /// Writes a file aside, with mode 0600, and gives it its name: at any moment the old bytes or the new ones are there,
    /// whole, even after a power failure. One writer at a time.
    package static func replace(_ path: String, _ bytes: [UInt8]) throws(SystemCallError) {
        let fresh = "\(path).new"
        // What a process left that was killed.
        remove(fresh)
        do throws(SystemCallError) {
            try writeNew(fresh, [bytes], durably: true)
            try rename(fresh, to: path)
        } catch {
            remove(fresh)
            throw error
        }
    }

    /// Renames a file, atomically replacing any file with the new name.
    package static func rename(_ path: String, to name: String) throws(SystemCallError) {
        try systemCall("rename", on: name) { Glibc.rename(path, name) }
    }

    /// Gives a file a second name; false if that is impossible, for example across file systems.
    package static func link(_ path: String, to name: String) -> Bool {
        Glibc.link(path, name) == 0
    }

    /// Removes a file if it exists and may be removed.
    package static func remove(_ path: String) {
        _ = unlink(path)
    }

    /// Removes a file that was made and could not be written. Leaves one with content, and devices.
    package static func removeEmpty(_ path: String) {
        if let status = FileStatus(path), status.isRegular, status.size == 0 { remove(path) }
    }

    /// Writes all bytes to a borrowed descriptor.
    package static func write(
        _ bytes: [UInt8],
        to descriptor: Int32,
        name: String
    ) throws(SystemCallError) {
        var written = 0
        while written < bytes.count {
            written += try systemCall("write", on: name) {
                bytes.withUnsafeBytes { all in
                    let start = all.baseAddress.map { $0 + written }
                    return Glibc.write(descriptor, start, min(pieceBytes, all.count - written))
                }
            }
        }
    }
}
