internal import CLinux
import Glibc

/// Standard output or standard error.
package enum StandardStream: Sendable {
    case output
    case error

    private var descriptor: Int32 {
        self == .output ? STDOUT_FILENO : STDERR_FILENO
    }

    /// Occupies the numbers of closed standard streams, so that no file or socket gets one and receives
    /// output for people. Reading and writing still fail, and children do not inherit them. Must be called
    /// first.
    package static func occupyClosed() {
        for (descriptor, flags) in [
            (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
        ] where fcntl(descriptor, F_GETFD) == -1 {
            // The lowest free number is the missing one.
            _ = netlab_open("/dev/null", flags | O_CLOEXEC, 0)
        }
    }

    package var isTerminal: Bool {
        isatty(descriptor) == 1
    }

    /// The terminal's width; nil without a terminal, or if it does not report one.
    package var columns: Int? {
        let columns = netlab_terminal_columns(descriptor)
        return columns > 0 ? Int(columns) : nil
    }

    package func write(_ text: String) throws(SystemCallError) {
        try write(Array(text.utf8))
    }

    package func write(_ bytes: [UInt8]) throws(SystemCallError) {
        let name = self == .output ? "standard output" : "standard error"
        try WholeFile.write(bytes, to: descriptor, name: name)
    }
}
