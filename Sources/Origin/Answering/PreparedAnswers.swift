import HTTP
import Serving

/// The answers that most requests for something get, made once.
final class PreparedAnswers: Sendable {
    let whole: ServedResponse
    let unchanged: ServedResponse
    /// As a field has it; nil where there is none.
    private let tag: [UInt8]?

    /// What an answer may hang on.
    private static let choosing = HTTPFieldNames(
        "If-Match",
        "If-Unmodified-Since",
        "If-None-Match",
        "If-Modified-Since",
        "If-Range",
        "Range"
    )
    /// What comes before `If-None-Match`; all else comes behind it.
    private static let first = HTTPFieldNames("If-Match", "If-Unmodified-Since")

    init(whole: ServedResponse, unchanged: ServedResponse, tag: EntityTag?) {
        self.whole = whole
        self.unchanged = unchanged
        self.tag = tag.map { Array("\($0)".utf8) }
    }

    /// What an inquiry's subject is answered; nil where that is not always the same.
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
            whole: completed(ContentStep.whole(representation, tellsLength: true)),
            unchanged: completed(ContentStep.unchanged(representation)),
            tag: representation.validators.tag
        )
    }

    /// What a `GET` or `HEAD` gets by the first look: all of it where nothing is asked, and that nothing has changed where
    /// the client names exactly this state. nil where it takes more to tell.
    func answer(to request: HTTPRequestHead) -> ServedResponse? {
        guard request.mayHave(Self.choosing) else { return whole }
        guard let tag, !request.mayHave(Self.first), request.says("If-None-Match", tag) else { return nil }
        return unchanged
    }
}
