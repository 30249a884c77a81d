/// Hosts by name: `example.com`, `*.example.com`, `api-*.test`, `*`, each with a port if wanted
/// (`localhost:8443`). A star stands for any characters, dots included. Letters compare without case.
package struct HostPattern: Hashable, Sendable, CustomStringConvertible {
    private let host: StarPattern
    private let port: UInt16?

    /// `*`: every host.
    package static let all = HostPattern(StarPattern("*"), port: nil)

    private init(_ host: StarPattern, port: UInt16?) {
        self.host = host
        self.port = port
    }

    /// nil if it is empty or its port is no number.
    package init?(_ text: String) {
        var host = text[...]
        var port: UInt16?
        // Colons within brackets belong to an address.
        if let colon = text.lastIndex(of: ":"), !text[colon...].contains("]"),
            text.hasPrefix("[") || !text[..<colon].contains(":")
        {
            guard let number = UInt16(text[text.index(after: colon)...]), number > 0 else { return nil }
            (host, port) = (text[..<colon], number)
        }
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        let isSpelt = host.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") }
        guard !host.isEmpty, isSpelt else { return nil }
        self.host = StarPattern(host.lowercased())
        self.port = port
    }

    package func matches(_ destination: Destination) -> Bool {
        if let port, port != destination.port { return false }
        return host.matches(destination.host)
    }

    package var description: String {
        let name = host.description
        let spelt = name.contains(":") ? "[\(name)]" : name
        return port.map { "\(spelt):\($0)" } ?? spelt
    }
}
