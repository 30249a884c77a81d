import HTTP
import Serving

/// Answers requests for parts of the content.
enum RangeStep {
    /// nil if the whole is to be sent.
    static func answer(
        _ request: HTTPRequestHead,
        _ representation: Representation,
        boundary: @autoclosure () -> UInt64
    ) -> ServedResponse? {
        guard let ranges = RequestedRanges(request.fields) else { return nil }
        let length = representation.body.count
        switch ranges.selection(of: length) {
        case .whole: return nil
        case .unsatisfiable:
            var refusal = ServedResponse.text(
                416,
                "the range is outside the content, which has \(length) bytes\n"
            )
            refusal.head.fields["Content-Range"] = "\(ContentRange(unsatisfiedOf: length))"
            return refusal
        case .parts(let parts) where parts.count == 1:
            return single(parts[0], representation)
        case .parts(let parts):
            return several(parts, representation, boundary: boundary())
        }
    }

    private static func single(_ part: Range<Int>, _ representation: Representation) -> ServedResponse {
        let piece = representation.holding(representation.body.part(part))
        var response = ContentStep.whole(piece, status: 206, statesLength: true)
        response.head.fields["Content-Range"] = "\(ContentRange(part, of: representation.body.count))"
        return response
    }

    private static func several(
        _ parts: [Range<Int>],
        _ representation: Representation,
        boundary: UInt64
    ) -> ServedResponse {
        let frame = MultipartRanges(
            parts,
            of: representation.body.count,
            mediaType: representation.mediaType,
            seed: boundary
        )
        var body = ServedBody()
        for part in frame.parts {
            body.append(part.head)
            for piece in representation.body.part(part.place).pieces { body.append(piece) }
        }
        body.append(frame.end)
        var pieces = representation.holding(body)
        pieces.mediaType = frame.contentType
        return ContentStep.whole(pieces, status: 206, statesLength: true)
    }
}
