package import HTTP

/// Stored parts of one state of a resource that leave no gap, as one stored part (RFC 9111, 3.4).
package struct JoinedParts: Hashable, Sendable {
    /// Bytes of one stored part's body.
    package struct Piece: Hashable, Sendable {
        /// Its index among the stored responses.
        package let index: Int
        package let content: Range<Int>
    }

    /// With the latest of what they say: one to `If-Range` says less than the one before it.
    package let response: StoredResponse
    /// In the order of the content.
    package let pieces: [Piece]

    /// All that can be joined of what is stored for a URL.
    package static func all(in stored: [StoredResponse]) -> [JoinedParts] {
        var parts = stored.enumerated().compactMap { index, response in
            response.part?.part.map { StoredPart(index: index, response: response, place: $0) }
        }
        parts.sort { $0.place.lowerBound < $1.place.lowerBound }
        var joined: [JoinedParts] = []
        while let first = parts.first {
            joined += runs(of: parts.filter { $0.response.isJoined(with: first.response) }).compactMap(
                Self.init
            )
            // What has no strong tag is not even joined with itself.
            parts.removeFirst()
            parts.removeAll { $0.response.isJoined(with: first.response) }
        }
        return joined
    }

    /// The parts in runs that touch or overlap, without those that another one has.
    private static func runs(of parts: [StoredPart]) -> [[StoredPart]] {
        var runs: [[StoredPart]] = []
        var end = 0
        for part in parts {
            if runs.isEmpty || part.place.lowerBound > end {
                runs.append([part])
                end = part.place.upperBound
            } else if part.place.upperBound > end {
                runs[runs.count - 1].append(part)
                end = part.place.upperBound
            }
        }
        return runs
    }

    /// nil if there is nothing to join.
    private init?(_ run: [StoredPart]) {
        let responses = run.map(\.response).sorted { $0.respondedAt < $1.respondedAt }
        guard run.count > 1, let first = run.first, var response = responses.last else { return nil }
        var end = first.place.lowerBound
        pieces = run.map { part in
            defer { end = part.place.upperBound }
            return Piece(
                index: part.index,
                content: end - part.place.lowerBound..<part.place.upperBound - part.place.lowerBound
            )
        }
        response.fields = HTTPFields()
        for part in responses { response.fields.renew(with: part.fields) }
        let place = first.place.lowerBound..<end
        response.fields["Content-Range"] = ContentRange(place, of: first.response.part?.length).description
        response.fields["Content-Length"] = String(place.count)
        self.response = response
    }
}

/// A stored part, and where it lies.
private struct StoredPart {
    let index: Int
    let response: StoredResponse
    let place: Range<Int>
}
