/// The part of an exchange that a cache keeps beside the content: everything that its rules read.
package struct StoredResponse: Hashable, Sendable {
    /// The request's fields; the ones named in the response's `Vary` suffice.
    package var request: HTTPFields
    package var status: Int
    /// As received, or filtered by `CacheRules.storable(_:)`.
    package var fields: HTTPFields
    /// When the request was sent, in nanoseconds since 1970.
    package var requestedAt: Int64
    /// When the response's head arrived, or that of the last response that confirmed it.
    package var respondedAt: Int64

    package init(
        request: HTTPFields = HTTPFields(),
        status: Int = 200,
        fields: HTTPFields,
        requestedAt: Int64,
        respondedAt: Int64
    ) {
        self.request = request
        self.status = status
        self.fields = fields
        self.requestedAt = requestedAt
        self.respondedAt = respondedAt
    }

    /// True if it answers a request with these fields as well as the original one (RFC 9111, 4.1).
    package func answers(_ fields: HTTPFields) -> Bool {
        Vary(self.fields)?.isSame(request, fields) ?? true
    }

    package var control: CacheControl { CacheControl(fields) }
}

// MARK: Parts

extension StoredResponse {
    /// It has only a part of the content (206).
    package var isPart: Bool { status == 206 }

    /// Where its content lies in the whole; nil unless it is one part.
    package var part: ContentRange? { isPart ? ContentRange(fields) : nil }

    /// Its part is all of the content.
    package var hasWhole: Bool {
        guard let known = part, let length = known.length else { return false }
        return known.part == 0..<length
    }

    /// True if this and the other are parts of one state of the resource, byte by byte: they have the same strong tag
    /// (RFC 9111, 3.4).
    package func isJoined(with other: StoredResponse) -> Bool {
        guard let part, part.part != nil, let otherPart = other.part, otherPart.part != nil,
            part.length == otherPart.length, answers(other.request),
            let tag = fields["ETag"].flatMap({ EntityTag(parsing: $0) }),
            let otherTag = other.fields["ETag"].flatMap({ EntityTag(parsing: $0) })
        else { return false }
        return tag.matchesStrongly(otherTag)
    }

    /// True if the other answers nothing any more once this one is stored, which came later.
    package func supersedes(_ other: StoredResponse) -> Bool {
        guard answers(other.request) else { return false }
        guard isPart else { return true }
        guard other.isPart else { return false }
        guard isJoined(with: other), let place = part?.part, let otherPlace = other.part?.part else {
            return true
        }
        return place.lowerBound <= otherPlace.lowerBound && otherPlace.upperBound <= place.upperBound
    }
}
