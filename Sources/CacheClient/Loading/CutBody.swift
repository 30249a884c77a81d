internal import HTTP
internal import Wire

/// The beginning of a body that was cut short, with the head of its response: enough to request the rest and
/// to check that an answer is the rest. Pure.
struct CutBody: Hashable, Sendable {
    /// Shorter ones are fetched faster than they are looked up.
    static let leastBytes = 4096

    let bytes: [UInt8]
    /// The head of the answer that began it.
    let head: CachedHead
    /// The value sent in `If-Range`.
    private let validator: String
    /// Length of the whole body in bytes; nil if the origin did not send it.
    private let length: Int?

    /// Returns nil if there are too few bytes, or no strong validator identifies this version of the image.
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

    /// Fields that request the rest, or the whole body if the image has changed (RFC 9110, 13.1.5).
    var conditions: HTTPFields { ["Range": "bytes=\(bytes.count)-", "If-Range": validator] }

    /// Whether a 206 with these fields starts where this part ends and is of the same image.
    func isContinued(by fields: HTTPFields) -> Bool {
        guard let range = ContentRange(fields), let part = range.part, part.lowerBound == bytes.count else {
            return false
        }
        if let length, let said = range.length, length != said { return false }
        guard let tag = fields["ETag"] else { return true }
        return tag == head.fields["ETag"]
    }

    /// Returns the whole body if `rest` is everything that such a 206 announced, up to the body's end.
    func joined(with rest: [UInt8], by fields: HTTPFields) -> [UInt8]? {
        guard isContinued(by: fields), let range = ContentRange(fields), let part = range.part,
            part.count == rest.count, part.upperBound == range.length ?? length ?? part.upperBound
        else { return nil }
        return bytes + rest
    }

    /// A strong entity tag; without any tag, a date that was past when the answer was made (RFC 9110,
    /// 8.8.2.2).
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
