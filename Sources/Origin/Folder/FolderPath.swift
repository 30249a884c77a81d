import HTTP

/// The place in a folder that a request's target names. It has been unescaped once, component by component, so that no
/// escape can add a slash. Then `.` and `..` were followed, within the folder.
package struct FolderPath: Hashable, Sendable {
    /// Why a target names no place in any folder.
    package enum Problem: Error, Hashable {
        case escape, slash, zero, outside

        /// Text for the client.
        var text: String {
            switch self {
            case .escape: "a % in a path begins an escape: two hexadecimal digits must follow it"
            case .slash: "a name must not contain a slash, escaped or not"
            case .zero: "a name must not contain a zero byte"
            case .outside: "the path leads out of the folder"
            }
        }
    }

    /// Relative to the folder. None of its names is empty, and none is `.` or `..`.
    package private(set) var place: [UInt8] = []
    /// It ended with a slash.
    package private(set) var hasSlash: Bool
    /// Its name or that of a folder on the way begins with a dot (`.well-known` excepted at the top).
    package private(set) var isHidden = false
    /// With the question mark; empty if there is none.
    package let query: String

    package init(_ target: String) throws(Problem) {
        // A target has one byte per character.
        let bytes = HTTPText.bytes(RequestTarget.withoutAuthority(target))
        let end = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.endIndex
        query = end < bytes.endIndex ? HTTPText.string(bytes[end...]) : ""
        hasSlash = end == bytes.startIndex || bytes[end - 1] == Self.slash
        place.reserveCapacity(end - bytes.startIndex)
        /// Start of the current name in the place; nil between two names.
        var name: Int?
        var next = bytes.startIndex
        while next < end {
            if bytes[next] == Self.slash {
                if let start = name { _ = try follow(from: start) }
                name = nil
                next += 1
            } else {
                if name == nil {
                    if !place.isEmpty { place.append(Self.slash) }
                    name = place.count
                }
                try add(bytes, &next, before: end)
            }
        }
        if let start = name, try follow(from: start) { hasSlash = true }
        isHidden = components.enumerated().contains { number, name in
            let isPublic = number == 0 && name.elementsEqual(".well-known".utf8)
            return name.first == UInt8(ascii: ".") && !isPublic
        }
    }

    package var components: [ArraySlice<UInt8>] { place.split(separator: Self.slash) }

    /// Adds one character, escaped or not.
    private mutating func add(
        _ bytes: ArraySlice<UInt8>,
        _ next: inout Int,
        before end: Int
    ) throws(Problem) {
        var byte = bytes[next]
        next += 1
        if byte == UInt8(ascii: "%") {
            guard next + 2 <= end, let high = Self.digit(bytes[next]), let low = Self.digit(bytes[next + 1])
            else { throw .escape }
            byte = high << 4 | low
            next += 2
            if byte == Self.slash { throw .slash }
        }
        if byte == 0 { throw .zero }
        place.append(byte)
    }

    /// Takes the name that begins there off again if it is a step, and goes it; false if it is a name.
    private mutating func follow(from start: Int) throws(Problem) -> Bool {
        let name = place[start...]
        let isParent = name.elementsEqual("..".utf8)
        guard isParent || name.elementsEqual(".".utf8) else { return false }
        place.removeSubrange(max(0, start - 1)...)
        if isParent {
            guard !place.isEmpty else { throw .outside }
            place.removeSubrange((place.lastIndex(of: Self.slash) ?? 0)...)
        }
        return true
    }

    private static let slash = UInt8(ascii: "/")

    /// The same as a path for redirects: never one that begins with two slashes, which would lead to another
    /// host.
    package func escaped(asFolder: Bool) -> String {
        "/" + components.map { Self.escaped($0) }.joined(separator: "/")
            + (asFolder && !components.isEmpty ? "/" : "")
    }

    /// A name escaped for a link: no character has a meaning in a URL or in HTML.
    static func escaped(_ name: some Sequence<UInt8>) -> String {
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
