internal import CLinux
import Glibc

/// A file that is read from its beginning.
package struct FileReader: ~Copyable, Sendable {
    private let descriptor: OwnedDescriptor
    private let name: String

    private init(_ descriptor: consuming OwnedDescriptor, name: String) {
        self.descriptor = descriptor
        self.name = name
    }

    /// Opens a file, or standard input if the path is `-`.
    package init(_ path: String) throws(SystemCallError) {
        // Swift 6.3 destroys a noncopyable property before two branches set it, so the branches do not set
        // it.
        guard path == "-" else {
            self.init(try Self.open(path, O_RDONLY | O_CLOEXEC), name: path)
            return
        }
        let name = "standard input"
        self.init(OwnedDescriptor(owning: try systemCall("dup", on: name) { dup(STDIN_FILENO) }), name: name)
    }

    /// Opens a file that anybody may have placed there: follows no link and never waits.
    package init(untrusted path: String) throws(SystemCallError) {
        self.init(try Self.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK), name: path)
    }

    /// Opens a regular file, and nothing else: a pipe would wait for its other end. nil for anything else.
    package static func regular(_ path: String) throws(SystemCallError) -> FileReader? {
        let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
        let reader = FileReader(try open(path, flags), name: path)
        if try reader.status().isRegular { return reader }
        return nil
    }

    private static func open(_ path: String, _ flags: Int32) throws(SystemCallError) -> OwnedDescriptor {
        OwnedDescriptor(owning: try systemCall("open", on: path) { netlab_open(path, flags, 0) })
    }

    /// Reads into `chunk` from its start with one call, and returns the number of bytes, 0 at the end.
    package func read(into chunk: inout [UInt8]) throws(SystemCallError) -> Int {
        try systemCall("read", on: name) { Glibc.read(descriptor.raw, &chunk, chunk.count) }
    }

    /// Reads into the caller's memory from its start.
    package func read(into span: inout MutableRawSpan) throws(SystemCallError) -> Int {
        try systemCall("read", on: name) {
            span.withUnsafeMutableBytes { Glibc.read(descriptor.raw, $0.baseAddress, $0.count) }
        }
    }

    /// Reads into `chunk` from `offset` on.
    package func read(into chunk: inout [UInt8], from offset: Int) throws(SystemCallError) -> Int {
        try systemCall("read", on: name) {
            chunk.withUnsafeMutableBytes { bytes in
                Glibc.read(descriptor.raw, bytes.baseAddress?.advanced(by: offset), bytes.count - offset)
            }
        }
    }

    /// The next `count` bytes, or fewer at the end.
    package func bytes(_ count: Int) throws(SystemCallError) -> [UInt8] {
        // A file in /proc states no size.
        let size = (try? status())?.size ?? 0
        return try [UInt8](reading: count, expecting: min(count, size + 1)) {
            free,
            most,
            _ throws(SystemCallError) in
            try systemCall("read", on: name) { Glibc.read(descriptor.raw, free, most) }
        }
    }

    package func status() throws(SystemCallError) -> FileStatus {
        var status = stat()
        try systemCall("fstat", on: name) { fstat(descriptor.raw, &status) }
        return FileStatus(status)
    }

    /// Sets the file's stamps if that is allowed.
    package func stamp(used: Int64, modified: Int64) {
        var times = [timespec(nanoseconds: used), timespec(nanoseconds: modified)]
        _ = futimens(descriptor.raw, &times)
    }
}
