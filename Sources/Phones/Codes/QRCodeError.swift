import LinuxIO

/// Why there is no QR code. Never shows the text: it may have a private key.
package enum QRCodeError: Error, Hashable, Sendable, CustomStringConvertible {
    case noText
    /// The text's bytes, and how many a code may have.
    case tooLong(Int, most: Int)
    /// libqrencode failed; its error number.
    case library(Int32)

    package var description: String {
        switch self {
        case .noText: "a QR code needs a text; this one is empty"
        case .tooLong(let bytes, let most):
            "the text is too long for a QR code: it has \(bytes) bytes, and a code has room for \(most)"
        case .library(let errno):
            "libqrencode cannot make a QR code: \(SystemCallError.reason(errno))"
        }
    }
}
