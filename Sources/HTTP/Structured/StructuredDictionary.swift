/// A structured field that is a dictionary (RFC 9651, 3.2): names, and values of which only whole numbers and booleans are
/// told apart. Parameters are read and dropped.
struct StructuredDictionary: Hashable, Sendable {
    enum Member: Hashable, Sendable {
        case integer(Int)
        case boolean(Bool)
        /// A decimal, text, bytes, a date, or a list.
        case other
    }

    /// Each name once, with its last value, in the order of the first.
    private(set) var entries: [(name: String, value: Member)] = []

    /// nil if any part of it is malformed: then none of it counts.
    init?(parsing text: String) {
        var reader = Reader(rest: Array(text.utf8)[...])
        reader.skip(" ")
        while !reader.rest.isEmpty {
            guard let name = reader.key() else { return nil }
            var value = Member.boolean(true)
            if reader.take("=") {
                guard let spelt = reader.member() else { return nil }
                value = spelt
            }
            guard reader.passParameters() else { return nil }
            set(name, value)
            reader.skipBlanks()
            if reader.rest.isEmpty { return }
            guard reader.take(",") else { return nil }
            reader.skipBlanks()
            // A comma announces another member.
            if reader.rest.isEmpty { return nil }
        }
    }

    private mutating func set(_ name: String, _ value: Member) {
        if let place = entries.firstIndex(where: { $0.name == name }) {
            entries[place].value = value
        } else {
            entries.append((name, value))
        }
    }

    static func == (one: StructuredDictionary, other: StructuredDictionary) -> Bool {
        one.entries.elementsEqual(other.entries) { $0 == $1 }
    }

    func hash(into hasher: inout Hasher) {
        for (name, value) in entries {
            hasher.combine(name)
            hasher.combine(value)
        }
    }
}

extension StructuredDictionary {
    private struct Reader {
        var rest: ArraySlice<UInt8>

        mutating func take(_ sign: Character) -> Bool {
            guard rest.first == sign.asciiValue else { return false }
            rest.removeFirst()
            return true
        }

        mutating func skip(_ sign: Character) {
            while take(sign) {}
        }

        mutating func skipBlanks() {
            rest = rest.drop { $0 == 0x20 || $0 == 0x09 }
        }

        private mutating func take(while isTaken: (UInt8) -> Bool) -> ArraySlice<UInt8> {
            let taken = rest.prefix(while: isTaken)
            rest = rest.dropFirst(taken.count)
            return taken
        }

        mutating func key() -> String? {
            guard let first = rest.first, Self.isLower(first) || first == UInt8(ascii: "*") else {
                return nil
            }
            let name = take { Self.isLower($0) || HTTPText.isDigit($0) || "_-.*".utf8.contains($0) }
            return HTTPText.string(name)
        }

        mutating func passParameters() -> Bool {
            while take(";") {
                skip(" ")
                guard key() != nil, !take("=") || item() != nil else { return false }
            }
            return true
        }

        /// An item or a list of items.
        mutating func member() -> Member? {
            guard take("(") else { return item() }
            while true {
                skip(" ")
                if take(")") { return .other }
                guard item() != nil, passParameters(), [0x20, 0x29].contains(rest.first) else { return nil }
            }
        }

        mutating func item() -> Member? {
            switch rest.first {
            case UInt8(ascii: "?"):
                rest.removeFirst()
                if take("1") { return .boolean(true) }
                return take("0") ? .boolean(false) : nil
            case UInt8(ascii: "\""):
                rest.removeFirst()
                return text()
            case UInt8(ascii: ":"):
                rest.removeFirst()
                _ = take { $0 != UInt8(ascii: ":") && $0 > 0x20 && $0 < 0x7F }
                return take(":") ? .other : nil
            case UInt8(ascii: "@"):
                rest.removeFirst()
                if case .integer? = number() { return .other }
                return nil
            case let first? where first == UInt8(ascii: "-") || HTTPText.isDigit(first): return number()
            case let first? where first == UInt8(ascii: "*") || Self.isLetter(first):
                _ = take {
                    HTTPText.isTokenCharacter($0) || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "/")
                }
                return .other
            default: return nil
            }
        }

        private mutating func number() -> Member? {
            let isNegative = take("-")
            let digits = take { HTTPText.isDigit($0) }
            guard 1...15 ~= digits.count, let number = HTTPText.number(digits) else { return nil }
            guard take(".") else { return .integer(isNegative ? -number : number) }
            let fraction = take { HTTPText.isDigit($0) }
            return digits.count <= 12 && 1...3 ~= fraction.count ? .other : nil
        }

        /// After its first quote.
        private mutating func text() -> Member? {
            while let byte = rest.popFirst() {
                switch byte {
                case UInt8(ascii: "\""): return .other
                case UInt8(ascii: "\\"):
                    guard let escaped = rest.popFirst(), "\\\"".utf8.contains(escaped) else { return nil }
                case 0x20...0x7E: break
                default: return nil
                }
            }
            return nil
        }

        private static func isLower(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }

        private static func isLetter(_ byte: UInt8) -> Bool { isLower(byte | 0x20) }
    }
}
