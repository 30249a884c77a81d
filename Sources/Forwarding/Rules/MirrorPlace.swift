import HTTP

/// Where a mirror keeps a response: `FOLDER/host/path`, with the query in the file's name.
package struct MirrorPlace: Hashable, Sendable {
    /// Names of files have at most 255 bytes.
    private static let longestName = 200

    package let folder: String
    /// Below the folder: the host, and the steps of the path. No name leads upwards or out of the folder.
    package let names: [String]

    /// `folder` ends in no slash.
    init(folder: String, of request: ForwardedRequest) {
        self.folder = folder
        let target = request.head.target
        let path = target.prefix { $0 != "?" }
        let query = target.dropFirst(path.count)
        var steps = path.split(separator: "/").map { Self.name($0) }
        if path.hasSuffix("/") || steps.isEmpty { steps.append("index") }
        if !query.isEmpty, let last = steps.popLast() { steps.append(Self.name(last + query, isPlain: true)) }
        names = [Self.name(request.destination.description[...])] + steps
    }

    /// A name that means the same as the text, and nothing to a file system. The escapes of a path are resolved
    /// first, so that each file has one name.
    private static func name(_ text: some StringProtocol, isPlain: Bool = false) -> String {
        let decoded = isPlain ? String(text) : PercentEncoding.decoded(text) ?? String(text)
        var name = ""
        for scalar in decoded.unicodeScalars {
            let isPlain = scalar.value > 0x20 && !(0x7F...0x9F).contains(scalar.value) && scalar != "/"
            name += isPlain ? String(scalar) : PercentEncoding.encoded(String(scalar))
        }
        if name == "." || name == ".." { name = name.replacing(".", with: "%2E") }
        guard name.utf8.count > longestName else { return name }
        // Long names stay apart by a number of all their bytes (FNV-1a).
        let digest = name.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01B3
        }
        var front = ""
        for scalar in name.unicodeScalars {
            // File systems count bytes; one letter with its accents may have any number of them.
            if front.utf8.count + String(scalar).utf8.count > longestName { break }
            front.unicodeScalars.append(scalar)
        }
        return "\(front)-\(String(digest, radix: 16))"
    }
}
