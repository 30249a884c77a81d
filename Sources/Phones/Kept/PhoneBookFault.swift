package import JSON
package import WireGuard

/// What is wrong with the file of the phones. Never shows what stands there: it may be a private key.
package enum PhoneBookFault: Error, Hashable, Sendable, CustomStringConvertible {
    case notAFile
    /// It has more bytes than this.
    case tooLong(Int)
    case syntax(JSONSyntaxError)
    case version(Int)
    /// The place in the document, and what belongs there.
    case wrong(String, String)
    case name(String, PhoneNameError)
    case key(String, TunnelKeyError)
    case repeated(String)

    package var description: String {
        switch self {
        case .notAFile: "it is not a regular file"
        case .tooLong(let most): "it has more than \(most) bytes"
        case .syntax(let error): "line \(error.line), column \(error.column): \(error.message)"
        case .version(let version): "version \(version) was written by another netlab"
        case .wrong(let place, let allowed): "\(place) must be \(allowed)"
        case .name(let place, let error): "\(place): \(error)"
        case .key(let place, let error): "\(place): \(error)"
        case .repeated(let what): "\(what) stands there twice"
        }
    }
}
