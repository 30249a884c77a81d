import Glibc
import LinuxIO

/// One of the guest's consoles, used like a pipe: bytes pass unchanged.
struct GuestConsole: ~Copyable {
    private static let most = 4096

    private let descriptor: OwnedDescriptor
    private let path: String

    init(_ console: GuestChannels.Console) throws(SystemCallError) {
        path = console.path
        descriptor = try Self.open(path)
    }

    /// Opens the console in raw mode: output is not translated, and input is not echoed.
    static func open(_ path: String) throws(SystemCallError) -> OwnedDescriptor {
        let descriptor = OwnedDescriptor(
            owning: try systemCall("open", on: path) { Glibc.open(path, O_RDWR | O_NOCTTY | O_CLOEXEC) }
        )
        var settings = termios()
        if tcgetattr(descriptor.raw, &settings) == 0 {
            cfmakeraw(&settings)
            tcsetattr(descriptor.raw, TCSANOW, &settings)
        }
        return descriptor
    }

    /// For poll. Borrowed.
    var raw: Int32 { descriptor.raw }

    func write(_ text: String) throws(SystemCallError) {
        try WholeFile.write(Array(text.utf8), to: descriptor.raw, name: path)
    }

    /// Reads what is available.
    func read() -> String {
        var buffer = [UInt8](repeating: 0, count: Self.most)
        let count = Glibc.read(descriptor.raw, &buffer, buffer.count)
        return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    }
}
