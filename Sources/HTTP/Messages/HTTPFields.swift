/// The field lines of a message in their order. Names are compared without regard to ASCII case; a name may stand
/// more than once.
package struct HTTPFields: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    private var lines: [HTTPField]

    package init(_ lines: [HTTPField] = []) {
        self.lines = lines
    }

    package init(dictionaryLiteral elements: (String, String)...) {
        lines = elements.map { HTTPField(name: $0.0, value: $0.1) }
    }

    /// The first value of that name. Setting puts the value where the first one stood, or at the end, and removes
    /// every other; setting nil removes all.
    package subscript(name: String) -> String? {
        get { lines.first { Self.isSame($0.name, name) }?.value }
        set {
            let place = lines.firstIndex { Self.isSame($0.name, name) } ?? lines.endIndex
            lines.removeAll { Self.isSame($0.name, name) }
            if let newValue { lines.insert(HTTPField(name: name, value: newValue), at: place) }
        }
    }

    package mutating func append(_ name: String, _ value: String) {
        lines.append(HTTPField(name: name, value: value))
    }

    /// Every value of that name, in order.
    package func values(_ name: String) -> [String] {
        lines.lazy.filter { Self.isSame($0.name, name) }.map(\.value)
    }

    /// Every value of that name as the one list it stands for; nil where there is none.
    package func combined(_ name: String) -> String? {
        guard let first = lines.firstIndex(where: { Self.isSame($0.name, name) }) else { return nil }
        let others = lines[(first + 1)...].filter { Self.isSame($0.name, name) }
        if others.isEmpty { return lines[first].value }
        return ([lines[first]] + others).map(\.value).joined(separator: ", ")
    }

    /// The members of a list of tokens such as `Connection`, in lower case; empty members are left out.
    package func tokens(_ name: String) -> [String] {
        values(name).flatMap { value in
            value.utf8.split(separator: UInt8(ascii: ",")).compactMap { member in
                let token = HTTPText.trimmed(ArraySlice(member))
                return token.isEmpty ? nil : HTTPText.string(token).lowercased()
            }
        }
    }

    /// Sets the last line's value; for lines that go on in the next one.
    mutating func extendLast(with more: String) {
        guard let last = lines.indices.last else { return }
        lines[last].value += lines[last].value.isEmpty || more.isEmpty ? more : " " + more
    }

    private static func isSame(_ lhs: String, _ rhs: String) -> Bool {
        let (lhs, rhs) = (lhs.utf8, rhs.utf8)
        guard lhs.count == rhs.count else { return false }
        // Names that came are kept in one piece: this is asked for most often, and much faster there.
        let isSame = lhs.withContiguousStorageIfAvailable { lhs in
            rhs.withContiguousStorageIfAvailable { rhs in
                lhs.indices.allSatisfy { HTTPText.lowercased(lhs[$0]) == HTTPText.lowercased(rhs[$0]) }
            }
        }
        if let isSame = isSame ?? nil { return isSame }
        return zip(lhs, rhs).allSatisfy { HTTPText.lowercased($0) == HTTPText.lowercased($1) }
    }
}

extension HTTPFields: RandomAccessCollection {
    package var startIndex: Int { lines.startIndex }
    package var endIndex: Int { lines.endIndex }
    package subscript(position: Int) -> HTTPField { lines[position] }
}
