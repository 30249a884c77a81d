import HTTP
import Serving

/// The content, or the result of the request's conditions: not modified, a part, a refusal.
enum ContentStep {
    static func answer(_ inquiry: Inquiry, _ representation: Representation) -> ServedResponse {
        answer(
            inquiry.request,
            representation,
            now: inquiry.now,
            statesLength: inquiry.statesLength,
            boundary: inquiry.draws.bits(.boundary)
        )
    }

    /// `boundary` makes the boundary of a response with several parts.
    static func answer(
        _ request: HTTPRequestHead,
        _ representation: Representation,
        now: HTTPDate,
        statesLength: Bool = true,
        boundary: @autoclosure () -> UInt64
    ) -> ServedResponse {
        let conditions = Preconditions(request.fields, now: now)
        switch conditions.outcome(of: request.method, on: representation.validators) {
        case .notModified:
            return unchanged(representation)
        case .failed:
            return .text(412, "the content does not match the request's conditions\n")
        case .proceed(honoursRange: true):
            if let part = RangeStep.answer(request, representation, boundary: boundary()) { return part }
            fallthrough
        case .proceed(honoursRange: false):
            return whole(representation, statesLength: statesLength)
        }
    }

    // Only fields that a client needs: each byte here is one on the measured line.
    static func whole(
        _ representation: Representation,
        status: Int = 200,
        statesLength: Bool
    ) -> ServedResponse {
        if status == 200, statesLength, let whole = representation.prepared?.whole { return whole }
        var fields = HTTPFields()
        if let type = representation.mediaType { fields.append("Content-Type", type) }
        if statesLength { fields.append("Content-Length", String(representation.body.count)) }
        if let coding = representation.coding { fields.append("Content-Encoding", coding) }
        add(representation, to: &fields)
        if status == 200, representation.hasParts { fields.append("Accept-Ranges", "bytes") }
        return ServedResponse(
            head: HTTPResponseHead(status: status, fields: fields),
            body: representation.body
        )
    }

    /// For a client that has this state.
    static func unchanged(_ representation: Representation) -> ServedResponse {
        if let unchanged = representation.prepared?.unchanged { return unchanged }
        var fields = HTTPFields()
        add(representation, to: &fields)
        return ServedResponse(head: HTTPResponseHead(status: 304, fields: fields))
    }

    /// The fields that distinguish this state from others.
    private static func add(_ representation: Representation, to fields: inout HTTPFields) {
        let validators = representation.validators
        if let tag = validators.tag { fields.append("ETag", "\(tag)") }
        if let date = validators.lastModified { fields.append("Last-Modified", "\(date)") }
        for name in representation.varyFields { fields.vary(on: name) }
    }
}
