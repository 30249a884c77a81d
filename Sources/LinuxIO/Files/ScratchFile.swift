import Glibc
import Synchronization

/// A file without a name that is appended to and read at any place. It is gone when the last of its holders is.
package final class ScratchFile: Sendable {
    private static let name = "a file without a name"

    private let file: SharedFile
    private let end = Mutex(0)

    package init() throws(SystemCallError) {
        file = try SharedFile.unnamed([], name: Self.name)
    }

    /// All of the bytes, or on failure none: what comes next stands in their place.
    package func append(_ bytes: [UInt8]) throws(SystemCallError) {
        try end.withLock { end throws(SystemCallError) in
            var written = 0
            while written < bytes.count {
                written += try systemCall("pwrite", on: Self.name) {
                    bytes.withUnsafeBytes {
                        pwrite(
                            file.raw,
                            $0.baseAddress?.advanced(by: written),
                            $0.count - written,
                            end + written
                        )
                    }
                }
            }
            end += written
        }
    }

    /// Fewer bytes where the file ends inside the range.
    package func bytes(in range: Range<Int>) throws(SystemCallError) -> [UInt8] {
        try file.bytes(in: range)
    }
}
