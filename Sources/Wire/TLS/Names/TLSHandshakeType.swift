/// Type of a handshake message.
package struct TLSHandshakeType: RawRepresentable, Hashable, Sendable {
    package var rawValue: UInt8

    @inlinable
    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    package static let helloRequest = TLSHandshakeType(rawValue: 0)
    package static let clientHello = TLSHandshakeType(rawValue: 1)
    package static let serverHello = TLSHandshakeType(rawValue: 2)
    package static let newSessionTicket = TLSHandshakeType(rawValue: 4)
    package static let endOfEarlyData = TLSHandshakeType(rawValue: 5)
    package static let encryptedExtensions = TLSHandshakeType(rawValue: 8)
    package static let certificate = TLSHandshakeType(rawValue: 11)
    package static let serverKeyExchange = TLSHandshakeType(rawValue: 12)
    package static let clientKeyExchange = TLSHandshakeType(rawValue: 16)
    package static let finished = TLSHandshakeType(rawValue: 20)
    package static let keyUpdate = TLSHandshakeType(rawValue: 24)
}

extension TLSHandshakeType: CustomStringConvertible {
    /// The name in other tools, such as `Client Hello`.
    package var description: String { Self.names[rawValue] ?? "handshake message \(rawValue)" }

    private static let names: [UInt8: String] = [
        0: "Hello Request", 1: "Client Hello", 2: "Server Hello", 4: "New Session Ticket",
        5: "End of Early Data", 8: "Encrypted Extensions", 11: "Certificate", 12: "Server Key Exchange",
        13: "Certificate Request", 14: "Server Hello Done", 15: "Certificate Verify",
        16: "Client Key Exchange",
        20: "Finished", 21: "Certificate URL", 22: "Certificate Status", 24: "Key Update",
        25: "Compressed Certificate",
    ]
}
