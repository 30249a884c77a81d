internal import CLinux
import Glibc

/// An open file that several readers share, each at places of its own: it has no position. The descriptor is closed
/// when the last of them is done.
package final class SharedFile: Sendable {
    private let descriptor: OwnedDescriptor
    package let name: String

    /// `name` stands in errors.
    package init(_ descriptor: consuming OwnedDescriptor, name: String) {
        self.descriptor = descriptor
        self.name = name
    }

    package convenience init(_ path: String) throws(SystemCallError) {
        let raw = try systemCall("open", on: path) { netlab_open(path, O_RDONLY | O_CLOEXEC, 0) }
        self.init(OwnedDescriptor(owning: raw), name: path)
    }

    /// Where files without a name are made: on a disk, mostly, and what is there outlives no program.
    private static let folder = "/var/tmp"

    /// A file without a name that holds these bytes for as long as somebody holds it: the kernel sends it without a copy
    /// of its own.
    ///
    /// A disk's file where there is room for one: its bytes are in memory all the same, and in larger pieces than those of
    /// files that are in memory only, so that it takes less to send them.
    package static func unnamed(_ bytes: [UInt8], name: String) throws(SystemCallError) -> SharedFile {
        if let file = try? holding(bytes, name: name, "open", { netlab_unnamed_file(folder) }) { return file }
        return try holding(bytes, name: name, "memfd_create") { netlab_memory_file(name) }
    }

    private static func holding(
        _ bytes: [UInt8],
        name: String,
        _ call: String,
        _ make: () -> Int32
    ) throws(SystemCallError) -> SharedFile {
        let file = OwnedDescriptor(owning: try systemCall(call, on: name, make))
        try WholeFile.write(bytes, to: file.raw, name: name)
        return SharedFile(file, name: name)
    }

    /// Borrowed.
    package var raw: Int32 { descriptor.raw }

    package func status() throws(SystemCallError) -> FileStatus {
        var status = stat()
        try systemCall("fstat", on: name) { fstat(raw, &status) }
        return FileStatus(status)
    }

    /// What stands at `range` now: fewer bytes where the file ends inside it.
    package func bytes(in range: Range<Int>) throws(SystemCallError) -> [UInt8] {
        try [UInt8](reading: range.count) { free, most, filled throws(SystemCallError) in
            try systemCall("pread", on: name) { pread(raw, free, most, range.lowerBound + filled) }
        }
    }
}

extension SharedFile: Hashable {
    package static func == (lhs: SharedFile, rhs: SharedFile) -> Bool { lhs === rhs }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
