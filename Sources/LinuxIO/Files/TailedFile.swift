internal import CLinux
import Glibc

/// A file that grows before a closing text: what is appended precedes it, so that a reader finds a complete
/// document after each call.
package struct TailedFile: ~Copyable, Sendable {
    private let descriptor: OwnedDescriptor
    private let path: String
    private let closing: [UInt8]
    /// Where the closing text begins.
    private var end: Int

    /// Creates or truncates the file, readable by its owner only. Follows no link: in a folder that others may write to
    /// it could lead to any file of this user's.
    package init(path: String, opening: String, closing: String) throws(SystemCallError) {
        let opened = try OwnedDescriptor.creating(path, mode: 0o600, followsLinks: false)
        do throws(SystemCallError) {
            try Self.write(Array((opening + closing).utf8), to: opened.raw, path, at: 0)
        } catch {
            _ = ftruncate(opened.raw, 0)
            WholeFile.removeEmpty(path)
            throw error
        }
        descriptor = opened
        self.path = path
        self.closing = Array(closing.utf8)
        end = opening.utf8.count
    }

    /// If this fails, what was appended before is still a complete document.
    package mutating func append(_ bytes: [UInt8]) throws(SystemCallError) {
        do throws(SystemCallError) {
            try Self.write(bytes + closing, to: descriptor.raw, path, at: end)
        } catch {
            // The closing text had its place there before, so a full disk has room for it.
            try? Self.write(closing, to: descriptor.raw, path, at: end)
            _ = ftruncate(descriptor.raw, off_t(end + closing.count))
            throw error
        }
        end += bytes.count
    }

    private static func write(
        _ text: [UInt8],
        to descriptor: Int32,
        _ path: String,
        at place: Int
    ) throws(SystemCallError) {
        var done = 0
        while done < text.count {
            done += try systemCall("pwrite", on: path) {
                text[done...].withUnsafeBytes {
                    pwrite(descriptor, $0.baseAddress, $0.count, off_t(place + done))
                }
            }
        }
    }
}
