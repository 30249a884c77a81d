import HTTP
import Scenarios
import Serving

/// The status that a scenario prescribes, whatever the origin has.
enum StatusStep {
    /// For a redirection without a status of its own.
    private static let usualRedirection = 302

    /// nil if the content is the answer.
    static func answer(_ inquiry: Inquiry) -> ServedResponse? {
        let status = status(of: inquiry)
        if let place = inquiry.behaviour.redirect.value, StatusSequence.redirecting.contains(status) {
            return ServedResponse(
                head: HTTPResponseHead(status: status, fields: ["Location": place, "Content-Length": "0"])
            )
        }
        let hasContent = inquiry.subject.resource.mediaType != nil
        if status == 200, hasContent { return nil }
        // A single status accompanies the content. Of several, those that are not 2xx are sent alone.
        let isAlone = (inquiry.behaviour.statuses.value?.statuses.count ?? 1) == 1
        guard hasContent, isAlone || (200..<300).contains(status) else { return words(status) }
        return ContentStep.whole(Representation(inquiry), status: status, statesLength: inquiry.statesLength)
    }

    private static func status(of inquiry: Inquiry) -> Int {
        if let sequence = inquiry.behaviour.statuses.value { return sequence.status(of: inquiry.number) }
        return inquiry.behaviour.redirect.value == nil ? 200 : usualRedirection
    }

    /// The status as a line of text, if a body is allowed.
    private static func words(_ status: Int) -> ServedResponse {
        if [204, 205, 304].contains(status) { return ServedResponse(head: HTTPResponseHead(status: status)) }
        let reason = HTTPResponseHead.usualReason(status)
        return .text(status, "\(status)\(reason.isEmpty ? "" : " \(reason)")\n")
    }
}
