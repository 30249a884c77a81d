/// Why there is no key. Never shows the text that was read: it may be a private key but for a typing error.
package enum TunnelKeyError: Error, Hashable, Sendable, CustomStringConvertible {
    case wrongLength(Int)
    /// The place of the first wrong character, counted from 1.
    case foreignCharacter(Int)
    /// OpenSSL failed.
    case cannotMake

    package var description: String {
        switch self {
        case .wrongLength(let count):
            "a key has \(KeyText.count) characters of base64, the last one '='; this text has \(count)"
        case .foreignCharacter(let place):
            "a key has \(KeyText.count) characters of base64, the last one '='; character \(place) does not fit"
        case .cannotMake: "OpenSSL cannot make a key"
        }
    }
}
