/// Secrets in a capture file that decrypt the packets that follow.
package struct CaptureSecrets: Hashable, Sendable {
    /// A TLS key log in the format of browsers.
    package static let tlsKeyLog: UInt32 = 0x544C_534B

    package var kind: UInt32
    package var bytes: [UInt8]

    package init(kind: UInt32, bytes: [UInt8]) {
        self.kind = kind
        self.bytes = bytes
    }
}
