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
