import HTTP
import Serving

/// The usual answers for something, made once.
final class PreparedAnswers: Sendable {
    let whole: ServedResponse
    let unchanged: ServedResponse
    /// As written in a field; nil if there is none.
    private let tag: [UInt8]?

    /// Fields that an answer may depend on.
    private static let choosing = HTTPFieldNames(
        "If-Match",
        "If-Unmodified-Since",
        "If-None-Match",
        "If-Modified-Since",
        "If-Range",
        "Range"
    )
    /// Conditions that precede `If-None-Match`; all others follow it.
    private static let first = HTTPFieldNames("If-Match", "If-Unmodified-Since")

    init(whole: ServedResponse, unchanged: ServedResponse, tag: EntityTag?) {
        self.whole = whole
        self.unchanged = unchanged
        self.tag = tag.map { Array("\($0)".utf8) }
    }

    /// The answers for an inquiry's subject; nil if they are not always the same.
    convenience init?(_ inquiry: Inquiry) {
        guard inquiry.isSteady else { return nil }
        let representation = Representation(inquiry)
        func completed(_ response: ServedResponse) -> ServedResponse {
            var response = response
            HeadStep.complete(&response, inquiry)
            CourseStep.pace(&response, inquiry)
            return response.laidOut()
        }
        self.init(
            whole: completed(ContentStep.whole(representation, statesLength: true)),
            unchanged: completed(ContentStep.unchanged(representation)),
            tag: representation.validators.tag
        )
    }

    /// The answer to a simple `GET` or `HEAD`: everything if there is no condition, and 304 if the client
    /// names exactly this state. nil if deciding takes more.
    func answer(to request: HTTPRequestHead) -> ServedResponse? {
        guard request.mayHave(Self.choosing) else { return whole }
        guard let tag, !request.mayHave(Self.first), request.hasOnly("If-None-Match", tag) else { return nil }
        return unchanged
    }
}
