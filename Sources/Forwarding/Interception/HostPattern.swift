/// Hosts by name: `example.com`, `*.example.com`, `api-*.test`, `*`, each with a port if wanted
/// (`localhost:8443`). A star stands for any characters, dots included. Letters compare without case.
package struct HostPattern: Hashable, Sendable, CustomStringConvertible {
    private let host: [UInt8]
    private let port: UInt16?

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
        self.host = Array(host.lowercased().utf8)
        self.port = port
    }

    package func matches(_ destination: Destination) -> Bool {
        if let port, port != destination.port { return false }
        return Self.matches(host[...], Array(destination.host.utf8)[...])
    }

    /// Compares with one point to return to: the latest star may always take one character more.
    private static func matches(_ pattern: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>) -> Bool {
        var (place, position) = (pattern.startIndex, text.startIndex)
        var retry: (pattern: Int, text: Int)?
        while position < text.endIndex {
            if place < pattern.endIndex, pattern[place] == UInt8(ascii: "*") {
                retry = (place + 1, position)
                place += 1
            } else if place < pattern.endIndex, pattern[place] == text[position] {
                place += 1
                position += 1
            } else if let last = retry {
                retry = (last.pattern, last.text + 1)
                (place, position) = (last.pattern, last.text + 1)
            } else {
                return false
            }
        }
        return pattern[place...].allSatisfy { $0 == UInt8(ascii: "*") }
    }

    package var description: String {
        let name = String(decoding: host, as: UTF8.self)
        let spelt = name.contains(":") ? "[\(name)]" : name
        return port.map { "\(spelt):\($0)" } ?? spelt
    }
}
