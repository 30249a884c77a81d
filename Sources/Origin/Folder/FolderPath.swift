/// Where in a folder a request's target points. What is in it has been unescaped once, component by component: no
/// escape can add a slash or a step upwards.
struct FolderPath: Hashable, Sendable {
    /// Why a target points nowhere in any folder.
    enum Problem: Error, Hashable {
        case escape, slash, zero, dots

        /// For the client.
        var text: String {
            switch self {
            case .escape: "a % in a path begins an escape: two hexadecimal digits must follow it"
            case .slash: "no name has a slash in it, escaped or not"
            case .zero: "no name has a zero byte in it"
            case .dots: "a path is asked for without . and .. in it"
            }
        }
    }

    /// None is empty, and none is `.` or `..`.
    let components: [[UInt8]]
    /// It ended with a slash.
    let hasSlash: Bool
    /// With the question mark; empty where there is none.
    let query: String

    init(_ target: String) throws(Problem) {
        var rest = target[...]
        for scheme in ["http://", "https://"] where rest.lowercased().hasPrefix(scheme) {
            rest = rest.dropFirst(scheme.count).drop { $0 != "/" && $0 != "?" }
        }
        let path = rest.prefix { $0 != "?" }
        query = String(rest[path.endIndex...])
        // A target is text of one byte a character.
        let bytes = path.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        hasSlash = bytes.last == UInt8(ascii: "/") || bytes.isEmpty
        var components: [[UInt8]] = []
        for part in bytes.split(separator: UInt8(ascii: "/")) { components.append(try Self.unescaped(part)) }
        self.components = components
    }

    /// Relative to the folder.
    var place: [UInt8] { Array(components.joined(separator: [UInt8(ascii: "/")])) }

    /// True where a dot hides it, or what it is in.
    var isHidden: Bool {
        components.enumerated().contains { depth, name in
            name.first == UInt8(ascii: ".") && !(depth == 0 && name.elementsEqual(".well-known".utf8))
        }
    }

    /// The same as a path that a client may be sent to: never one that begins with two slashes, which would lead to
    /// another host.
    func escaped(asFolder: Bool) -> String {
        "/" + components.map(Self.escaped).joined(separator: "/")
            + (asFolder && !components.isEmpty ? "/" : "")
    }

    /// A name as it stands in a link: nothing in it means anything to a URL or to HTML.
    static func escaped(_ name: [UInt8]) -> String {
        var text = ""
        for byte in name {
            if isUnreserved(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return text
    }

    private static func unescaped(_ part: ArraySlice<UInt8>) throws(Problem) -> [UInt8] {
        var name: [UInt8] = []
        var rest = part
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                name.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
                throw .escape
            }
            name.append(high << 4 | low)
        }
        if name.contains(UInt8(ascii: "/")) { throw .slash }
        if name.contains(0) { throw .zero }
        if name.elementsEqual(".".utf8) || name.elementsEqual("..".utf8) { throw .dots }
        return name
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        guard byte < 0x80 else { return nil }
        return Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
