internal import HTTP
internal import Wire

/// The beginning of a body that was cut short, and what the origin said of the whole: what it takes to ask for the rest,
/// and to tell whether what comes is the rest. Pure.
struct CutBody: Hashable, Sendable {
    /// Shorter ones come faster than they are looked for.
    static let leastBytes = 4096

    let bytes: [UInt8]
    /// Of the answer that began it.
    let head: CachedHead
    /// As it is sent in `If-Range`.
    private let validator: String
    /// nil where the origin did not say.
    private let length: Int?

    /// nil where there is too little, or nothing tells this state of the image from another to the byte.
    init?(bytes: [UInt8], head: CachedHead) {
        guard bytes.count >= Self.leastBytes, head.status == 200,
            let validator = Self.strongValidator(head.fields)
        else { return nil }
        length = head.fields["Content-Length"].flatMap { Int($0) }
        guard bytes.count < length ?? .max else { return nil }
        self.bytes = bytes
        self.head = head
        self.validator = validator
    }

    /// What asks for the rest, and for the whole where it is another one by now (RFC 9110, 13.1.5).
    var conditions: HTTPFields { ["Range": "bytes=\(bytes.count)-", "If-Range": validator] }

    /// Whether a 206 with these fields is about what follows here, up to `end` or to its end.
    func isContinued(by fields: HTTPFields) -> Bool {
        guard let range = ContentRange(fields), let part = range.part, part.lowerBound == bytes.count else {
            return false
        }
        if let length, let said = range.length, length != said { return false }
        guard let tag = fields["ETag"] else { return true }
        return tag == head.fields["ETag"]
    }

    /// The whole, where `rest` is all of what such a 206 was to bring, up to the body's end.
    func joined(with rest: [UInt8], by fields: HTTPFields) -> [UInt8]? {
        guard isContinued(by: fields), let range = ContentRange(fields), let part = range.part,
            part.count == rest.count, part.upperBound == range.length ?? length ?? part.upperBound
        else { return nil }
        return bytes + rest
    }

    /// A strong entity tag; where there is none at all, a date that was over when the answer was made (RFC 9110, 8.8.2.2).
    static func strongValidator(_ fields: HTTPFields) -> String? {
        guard fields["Accept-Ranges"]?.lowercased() != "none" else { return nil }
        if let text = fields["ETag"] {
            return EntityTag(parsing: text).flatMap { $0.isWeak ? nil : text }
        }
        guard let text = fields["Last-Modified"], let date = fields["Date"],
            let made = HTTPDate(parsing: date, now: HTTPDate(secondsSince1970: 0)),
            let changed = HTTPDate(parsing: text, now: made), changed < made
        else { return nil }
        return text
    }
}
