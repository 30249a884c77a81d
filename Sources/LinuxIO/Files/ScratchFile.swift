import Glibc
import Synchronization

/// An unnamed file for appending and random reads. It disappears with its last owner.
package final class ScratchFile: Sendable {
    private static let name = "a file without a name"

    private let file: SharedFile
    private let end = Mutex(0)

    package init() throws(SystemCallError) {
        file = try SharedFile.unnamed([], name: Self.name)
    }

    /// Appends all bytes. After a failure none count, and the next call overwrites them.
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

    /// Returns fewer bytes if the file ends inside the range.
    package func bytes(in range: Range<Int>) throws(SystemCallError) -> [UInt8] {
        try file.bytes(in: range)
    }
}
