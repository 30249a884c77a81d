internal import CLinux
import Glibc

/// Small files of `/proc`, read and written with one call each, as the kernel requires.
package enum KernelFile {
    package static func read(_ path: String) throws(SystemCallError) -> String {
        let file = try FileReader(path)
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = try file.read(into: &bytes)
        return String(decoding: bytes[..<count], as: UTF8.self)
    }

    package static func write(_ text: String, to path: String) throws(SystemCallError) {
        let raw = try systemCall("open", on: path) { netlab_open(path, O_WRONLY | O_CLOEXEC, 0) }
        let file = OwnedDescriptor(owning: raw)
        let bytes = Array(text.utf8)
        try systemCall("write", on: path) { Glibc.write(file.raw, bytes, bytes.count) }
    }

    /// A setting that is one number; nil if the file is missing or holds something else.
    package static func number(_ path: String) -> Int? {
        guard let text = try? read(path) else { return nil }
        return Int(text.prefix { !$0.isWhitespace })
    }
}
