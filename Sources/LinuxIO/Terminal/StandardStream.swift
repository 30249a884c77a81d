internal import CLinux
import Glibc

/// Standard output or standard error.
package enum StandardStream: Sendable {
    case output
    case error

    private var descriptor: Int32 {
        self == .output ? STDOUT_FILENO : STDERR_FILENO
    }

    /// Fills the places of standard streams that were closed: else a file or a socket gets one of them, and words meant for
    /// people go there. Reading and writing fail as before, and no program that is started inherits them. Called first.
    package static func occupyClosed() {
        for (descriptor, flags) in [
            (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
        ] where fcntl(descriptor, F_GETFD) == -1 {
            // The lowest free number is the one that is missing.
            _ = netlab_open("/dev/null", flags | O_CLOEXEC, 0)
        }
    }

    package var isTerminal: Bool {
        isatty(descriptor) == 1
    }

    /// The terminal's width; nil where there is none, or it does not say.
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
