/// A secret that both ends of a tunnel know beside their keys. Only `text` shows it.
package struct TunnelPresharedKey: Hashable, Sendable {
    /// Zeroes if there is none.
    let bytes: Bytes32

    /// What ends use that have none.
    static let none = TunnelPresharedKey(bytes: Bytes32())

    private init(bytes: Bytes32) {
        self.bytes = bytes
    }

    /// A new secret.
    package init(_ randomness: inout TunnelRandomness) throws(TunnelKeyError) {
        guard let bytes = try? randomness.bytes32() else { throw .cannotMake }
        self.bytes = bytes
    }

    /// Reads the 44 characters of base64.
    package init(text: String) throws(TunnelKeyError) {
        bytes = try KeyText.read(text)
    }

    /// The secret itself in base64, for a configuration.
    package var text: String { KeyText.written(bytes) }
}

extension TunnelPresharedKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "a preshared key" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
