internal import CLinux
import Glibc

/// An open file that several readers share at offsets of their own; it has no position. The descriptor is
/// closed with the last reader.
package final class SharedFile: Sendable {
    private let descriptor: OwnedDescriptor
    package let name: String

    /// `name` appears in errors.
    package init(_ descriptor: consuming OwnedDescriptor, name: String) {
        self.descriptor = descriptor
        self.name = name
    }

    package convenience init(_ path: String) throws(SystemCallError) {
        let raw = try systemCall("open", on: path) { netlab_open(path, O_RDONLY | O_CLOEXEC, 0) }
        self.init(OwnedDescriptor(owning: raw), name: path)
    }

    /// Folder for unnamed files. It is usually on a disk, and nothing in it outlives the program.
    private static let folder = "/var/tmp"

    /// An unnamed file with these bytes that exists as long as it has an owner. The kernel sends it without
    /// copying.
    ///
    /// Prefers a file on disk if there is room. Its bytes are cached in larger pieces than those of memory
    /// files, which makes them cheaper to send.
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

    /// The bytes of `range` now; fewer if the file ends inside it.
    package func bytes(in range: Range<Int>) throws(SystemCallError) -> [UInt8] {
        try [UInt8](reading: range.count, expecting: range.count) {
            free,
            most,
            filled throws(SystemCallError) in
            try systemCall("pread", on: name) { pread(raw, free, most, range.lowerBound + filled) }
        }
    }
}

extension SharedFile: Hashable {
    package static func == (lhs: SharedFile, rhs: SharedFile) -> Bool { lhs === rhs }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
