/// A host and where it listens: the value of `Host`, the target of `CONNECT`.
package struct HTTPAuthority: Hashable, Sendable, CustomStringConvertible {
    /// As written; an IPv6 address in its brackets. Empty where a target has no authority.
    package let host: String
    /// nil where none was said.
    package let port: UInt16?

    package init(host: String, port: UInt16? = nil) {
        self.host = host
        self.port = port
    }

    /// nil where the text is anything but a name or address and perhaps a port: a user's name, too, is refused.
    package init?(parsing text: String) {
        let bytes = HTTPText.bytes(text)
        guard let end = Self.endOfHost(bytes) else { return nil }
        self.init(
            host: HTTPText.string(bytes[..<end]),
            port: HTTPText.number(bytes[end...].dropFirst()).flatMap { UInt16(exactly: $0) }
        )
    }

    /// Whether that is one.
    static func isSpelt(_ bytes: ArraySlice<UInt8>) -> Bool { endOfHost(bytes) != nil }

    /// Behind the host; nil where this is no authority.
    private static func endOfHost(_ bytes: ArraySlice<UInt8>) -> Int? {
        let end =
            bytes.first == UInt8(ascii: "[")
            ? bytes.firstIndex(of: UInt8(ascii: "]")).map { $0 + 1 }
            : bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
        guard let end, isHost(bytes[..<end]) else { return nil }
        guard end < bytes.endIndex else { return end }
        let digits = bytes[(end + 1)...]
        // A colon without a number means the scheme's own port.
        let isPort = digits.isEmpty || HTTPText.number(digits).map { UInt16(exactly: $0) != nil } ?? false
        return bytes[end] == UInt8(ascii: ":") && isPort ? end : nil
    }

    package var description: String { port.map { "\(host):\($0)" } ?? host }

    private static func isHost(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.first == UInt8(ascii: "[") else { return bytes.allSatisfy(isNameByte) }
        let address = bytes.dropFirst().dropLast()
        return !address.isEmpty && address.allSatisfy { isNameByte($0) || $0 == UInt8(ascii: ":") }
    }

    private static func isNameByte(_ byte: UInt8) -> Bool { ASCIISet.hostName.contains(byte) }
}
