/// The parts that a request asks for: `Range: bytes=0-99, -500`.
///
/// Read it only if `Preconditions` say that a range is honoured.
package struct RequestedRanges: Hashable, Sendable {
    package enum Part: Hashable, Sendable {
        /// Both offsets are included; the last may lie beyond the end.
        case offsets(ClosedRange<Int>)
        /// From this offset to the end.
        case from(Int)
        /// This many bytes at the end.
        case suffix(Int)
    }

    /// A request for more parts is answered with the whole.
    package static let limit = 16

    /// In the order of the request.
    package let parts: [Part]

    /// nil if the whole is to be sent: there is no range, it counts something other than bytes, it is
    /// malformed, or it asks for too many parts.
    package init?(_ fields: HTTPFields) {
        guard let value = fields.combined("Range") else { return nil }
        self.init(parsing: value)
    }

    package init?(parsing value: String) {
        var scanner = FieldScanner(value)
        guard scanner.token()?.lowercased() == "bytes", scanner.take("=") else { return nil }
        var parts: [Part] = []
        scanner.skipSeparators()
        while !scanner.isAtEnd {
            guard parts.count < Self.limit, let part = Self.part(&scanner), scanner.takeMemberEnd() else {
                return nil
            }
            parts.append(part)
            scanner.skipSeparators()
        }
        guard !parts.isEmpty else { return nil }
        self.parts = parts
    }

    private static func part(_ scanner: inout FieldScanner) -> Part? {
        let first = scanner.number()
        guard scanner.take("-") else { return nil }
        let last = scanner.number()
        switch (first, last) {
        case (let first?, let last?): return first <= last ? .offsets(first...last) : nil
        case (let first?, nil): return .from(first)
        case (nil, let count?): return .suffix(count)
        case (nil, nil): return nil
        }
    }

    /// The selected parts of a resource of `length` bytes.
    package func selection(of length: Int) -> RangeSelection {
        // No field can say which part of nothing was sent.
        if length == 0, parts.contains(where: \.isSuffix) { return .whole }
        let selected = parts.compactMap { $0.place(in: length) }
        return selected.isEmpty ? .unsatisfiable : .parts(Self.joined(selected))
    }

    /// Joins overlapping parts at the place of the first of them: no byte is sent twice.
    private static func joined(_ parts: [Range<Int>]) -> [Range<Int>] {
        var joined: [Range<Int>] = []
        for part in parts {
            var part = part
            var place = joined.endIndex
            // A growing part may come to overlap ones that it passed.
            while let other = joined.firstIndex(where: { $0.overlaps(part) }) {
                let known = joined.remove(at: other)
                part = min(known.lowerBound, part.lowerBound)..<max(known.upperBound, part.upperBound)
                place = min(place, other)
            }
            joined.insert(part, at: min(place, joined.endIndex))
        }
        return joined
    }
}

extension RequestedRanges.Part {
    fileprivate var isSuffix: Bool { if case .suffix(let count) = self { count > 0 } else { false } }

    /// nil if the resource has no byte of it.
    fileprivate func place(in length: Int) -> Range<Int>? {
        let first: Int
        var end = length
        switch self {
        case .offsets(let offsets):
            first = offsets.lowerBound
            if offsets.upperBound < length { end = offsets.upperBound + 1 }
        case .from(let offset): first = offset
        case .suffix(let count): first = length - min(count, length)
        }
        return first < end ? first..<end : nil
    }
}
