internal import CLinux
import Glibc
import LinuxIO

/// One of the program's output streams: a console if it is a terminal outside, else a pipe that is relayed to
/// a console.
///
/// Used by the guest's first process only, which has one thread.
final class GuestRelay {
    private static let piece = 1 << 16

    /// The program's end of the stream, kept until the program has been started.
    private(set) var inside: Int32
    /// The reading end of the pipe; negative without a pipe.
    private(set) var raw: Int32 = -1
    private let console: OwnedDescriptor
    private let name: String

    init(_ stream: GuestOrder.Stream, to channel: GuestChannels.Console) throws(SystemCallError) {
        name = channel.path
        let path = channel.path
        console = try GuestConsole.open(path)
        switch stream {
        case .terminal(let rows, let columns):
            let raw = console.raw
            _ = netlab_set_terminal_size(raw, rows, columns)
            inside = try systemCall("dup", on: path) { fcntl(raw, F_DUPFD_CLOEXEC, 3) }
        case .plain:
            var ends: [Int32] = [-1, -1]
            try systemCall("pipe") { netlab_report_pipe(&ends) }
            (raw, inside) = (ends[0], ends[1])
        }
    }

    deinit {
        closeInside()
        if raw >= 0 { close(raw) }
    }

    var isOpen: Bool { raw >= 0 }

    func closeInside() {
        if inside >= 0 { close(inside) }
        inside = -1
    }

    /// Relays what is available. The stream has ended once its last writer is gone.
    func handOn() {
        var buffer = [UInt8](repeating: 0, count: Self.piece)
        let count = read(raw, &buffer, buffer.count)
        if count > 0 {
            // If the console accepts nothing, nobody can be told.
            try? WholeFile.write(Array(buffer.prefix(count)), to: console.raw, name: name)
        } else if count == 0 || netlab_errno() != EINTR {
            close(raw)
            raw = -1
        }
    }

    /// Relays what has been written so far, even if writers remain.
    func drain() {
        while isOpen, Readiness.wait(for: [raw], milliseconds: 0) == [true] { handOn() }
        tcdrain(console.raw)
    }
}
