internal import CLinux
import Glibc

/// Whole small files.
package enum WholeFile {
    /// Most that is handed over in one call: while the kernel copies, it lets no other thread on this processor. Less would
    /// have the file lie in memory in smaller pieces.
    private static let pieceBytes = 256 << 10

    package static func exists(_ path: String) -> Bool {
        access(path, F_OK) == 0
    }

    /// True where this user may read and write it.
    package static func mayBeChanged(_ path: String) -> Bool {
        access(path, R_OK | W_OK) == 0
    }

    /// Reads at most `limit` bytes of a file, or of standard input where the path is `-`.
    ///
    /// One byte more than `limit` means that there is more: the caller decides what to say of it.
    package static func read(_ path: String, limit: Int) throws(SystemCallError) -> [UInt8] {
        try FileReader(path).bytes(limit + 1)
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

    /// Writes behind what a file holds, and makes it, mode 0600, where it is not there. No link is followed.
    package static func append(_ path: String, _ bytes: [UInt8]) throws(SystemCallError) {
        let file = OwnedDescriptor(
            owning: try systemCall("open", on: path) {
                netlab_open(path, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0o600)
            }
        )
        try write(bytes, to: file.raw, name: path)
    }

    /// Makes a file of these pieces that must not be there yet, mode 0600: whole, or not at all. Where a stamp is given,
    /// in nanoseconds since 1970, it was used and modified then.
    package static func writeNew(
        _ path: String,
        _ pieces: [[UInt8]],
        stamp: Int64? = nil
    ) throws(SystemCallError) {
        let file = OwnedDescriptor(
            owning: try systemCall("open", on: path) {
                netlab_open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            }
        )
        do {
            for piece in pieces { try write(piece, to: file.raw, name: path) }
            if let stamp {
                var times = [timespec(nanoseconds: stamp), timespec(nanoseconds: stamp)]
                _ = futimens(file.raw, &times)
            }
        } catch {
            remove(path)
            throw error
        }
    }

    /// Gives a file another name, from which whatever had it goes at the same moment.
    package static func rename(_ path: String, to name: String) throws(SystemCallError) {
        try systemCall("rename", on: name) { Glibc.rename(path, name) }
    }

    /// Gives a file a second name; false where that cannot be, as from one file system to another.
    package static func link(_ path: String, to name: String) -> Bool {
        Glibc.link(path, name) == 0
    }

    /// Removes a file if it is there and may be removed.
    package static func remove(_ path: String) {
        _ = unlink(path)
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
                    let start = all.baseAddress.map { $0 + written }
                    return Glibc.write(descriptor, start, min(pieceBytes, all.count - written))
                }
            }
        }
    }
}
