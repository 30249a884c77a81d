import Archives
import Forwarding
import HTTP
import Serving

/// Answers requests from a recorded session in place of their servers. It belongs to the loop's thread.
final class RecordedAnswers {
    private var session: RecordedSession

    init(_ session: RecordedSession) {
        self.session = session
    }

    /// The recorded response as rules want it.
    func answer(_ request: ForwardedRequest, _ plan: ExchangePlan?) -> ServedResponse {
        var recorded = answer(request)
        if let plan {
            recorded.head = plan.revised(recorded.head)
            recorded.course.delay = plan.delay
        }
        return recorded
    }

    private func answer(_ request: ForwardedRequest) -> ServedResponse {
        let url = request.url
        guard let recorded = session.response(to: request.head.method, url) else {
            return .proxyPage(504, "the recorded session has no \(request.head.method) \(url)")
        }
        guard recorded.content != nil || recorded.bodyBytes ?? 0 == 0 else {
            return .proxyPage(504, "the recorded session has the response to \(url) without its body")
        }
        var fields = HTTPFields(recorded.fields)
        HopFields.remove(from: &fields)
        // Recorded bodies are not compressed, and their length follows from them.
        fields["Content-Encoding"] = nil
        fields["Content-Length"] = nil
        let head = HTTPResponseHead(status: recorded.status, fields: fields)
        return ServedResponse(head: head, body: ServedBody(recorded.content ?? []))
    }
}
