/// A host and its port: the value of `Host`, the target of `CONNECT`.
package struct HTTPAuthority: Hashable, Sendable, CustomStringConvertible {
    /// As written; an IPv6 address is in brackets. Empty if a target has no authority.
    package let host: String
    /// nil if none was stated.
    package let port: UInt16?

    package init(host: String, port: UInt16? = nil) {
        self.host = host
        self.port = port
    }

    /// nil if the text is anything but a name or address with an optional port: user information is refused
    /// too.
    package init?(parsing text: String) {
        let bytes = HTTPText.bytes(text)
        guard let end = Self.endOfHost(bytes) else { return nil }
        self.init(
            host: HTTPText.string(bytes[..<end]),
            port: HTTPText.number(bytes[end...].dropFirst()).flatMap { UInt16(exactly: $0) }
        )
    }

    /// Whether the bytes are an authority.
    static func isSpelt(_ bytes: ArraySlice<UInt8>) -> Bool { endOfHost(bytes) != nil }

    /// Index after the host; nil if this is no authority.
    private static func endOfHost(_ bytes: ArraySlice<UInt8>) -> Int? {
        let span = bytes.span
        var end = 0
        if let first = bytes.first, first == UInt8(ascii: "[") {
            guard let close = bytes.firstIndex(of: UInt8(ascii: "]")), isAddress(bytes[..<close].dropFirst())
            else { return nil }
            end = close + 1 - bytes.startIndex
        } else {
            while end < span.count, ASCIISet.hostName.contains(span[end]) { end += 1 }
        }
        guard end < span.count else { return bytes.endIndex }
        guard span[end] == UInt8(ascii: ":") else { return nil }
        let digits = bytes[(bytes.startIndex + end + 1)...]
        // A colon without a number means the scheme's default port.
        let isPort = digits.isEmpty || HTTPText.number(digits).map { UInt16(exactly: $0) != nil } ?? false
        return isPort ? bytes.startIndex + end : nil
    }

    /// Whether what stands between brackets has the characters of an IPv6 address, and perhaps a zone behind `%`. A name
    /// there would be another way to write the host of that name.
    package static func isAddress(_ bytes: some Collection<UInt8>) -> Bool {
        let address = bytes.prefix { $0 != UInt8(ascii: "%") }
        return address.contains(UInt8(ascii: ":"))
            && address.allSatisfy {
                switch $0 {
                case 0x30...0x39, 0x41...0x46, 0x61...0x66, UInt8(ascii: ":"), UInt8(ascii: "."): true
                default: false
                }
            }
            && bytes.dropFirst(address.count).allSatisfy { ASCIISet.hostName.contains($0) }
    }

    package var description: String { port.map { "\(host):\($0)" } ?? host }
}
