internal import CLinux
import Glibc
import LinuxIO

/// An unnamed file that the guest kernel writes to while it is read. It is never full, so the guest never
/// waits for its reader.
final class GuestFile {
    private static let piece = 1 << 16

    private let file: OwnedDescriptor
    private let name: String
    private var read = 0

    init(_ name: String) throws(SystemCallError) {
        self.name = name
        file = OwnedDescriptor(owning: try systemCall("memfd_create", on: name) { netlab_memory_file(name) })
    }

    /// For the guest kernel. Borrowed.
    var raw: Int32 { file.raw }

    /// What was written since the last call.
    func news() -> [UInt8] {
        var news: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: Self.piece)
        while true {
            let count = pread(file.raw, &buffer, buffer.count, read)
            guard count > 0 else { return news }
            news += buffer.prefix(count)
            read += count
        }
    }
}
