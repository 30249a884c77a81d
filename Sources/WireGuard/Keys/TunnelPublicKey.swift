/// The public key of one end of a tunnel: its name.
package struct TunnelPublicKey: Hashable, Sendable, CustomStringConvertible {
    let bytes: Bytes32

    init(_ bytes: Bytes32) {
        self.bytes = bytes
    }

    /// Reads the 44 characters of base64.
    package init(text: String) throws(TunnelKeyError) {
        bytes = try KeyText.read(text)
    }

    /// The key in base64.
    package var description: String { KeyText.written(bytes) }
}
