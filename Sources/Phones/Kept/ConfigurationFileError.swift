package import LinuxIO

/// Why a phone's configuration has no file.
package struct ConfigurationFileError: Error, Hashable, Sendable, CustomStringConvertible {
    package let cause: SystemCallError

    init(_ cause: SystemCallError) {
        self.cause = cause
    }

    package var description: String {
        "the phone's configuration cannot be written: \(cause); name a file in a folder that you may write to"
    }
}
