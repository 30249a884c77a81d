internal import CLinux
import Glibc

/// Standard output or standard error.
package enum StandardStream: Sendable {
    case output
    case error

    private var descriptor: Int32 {
        self == .output ? STDOUT_FILENO : STDERR_FILENO
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
