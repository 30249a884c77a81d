import Figures
package import Recordings

extension RecordingRemark {
    /// Without a full stop.
    package var words: String {
        switch self {
        case .line(let remark): remark.words
        case .withoutLine:
            "an archive does not record a line's rate or loss: --profile PROFILE gives the replay a line"
        case .incomplete(let responses):
            "\(CountFormat.text(responses, "response is", "responses are")) incomplete in the capture: "
                + "\(responses == 1 ? "it gets" : "they get") the captured length"
        case .encrypted(let exchanges):
            "\(CountFormat.text(exchanges, "exchange is", "exchanges are")) encrypted and left out: "
                + "--keylog FILE decrypts \(exchanges == 1 ? "it" : "them")"
        case .cached(let entries):
            "\(CountFormat.text(entries, "entry is", "entries are")) left out: "
                + "the browser had \(entries == 1 ? "it" : "them") in a cache"
        case .unanswered(let entries):
            "\(CountFormat.text(entries, "entry is", "entries are")) left out: "
                + "\(entries == 1 ? "it is not HTTP, or has" : "they are not HTTP, or have") no response"
        case .tooLarge(let bodies):
            "\(CountFormat.text(bodies, "body exceeds", "bodies exceed")) what a scenario may name: "
                + "made content of the same size replaces \(bodies == 1 ? "it" : "them")"
        case .excluded(let exchanges, let why):
            "\(CountFormat.text(exchanges, "exchange is", "exchanges are")) left out: \(why.words(isOne: exchanges == 1))"
        case .tooMany(let kept, let all):
            "only the first \(CountFormat.text(kept, "exchange is", "exchanges are")) replayed, "
                + "of \(ByteFormat.grouped(all))"
        case .scrubbed(let values):
            "\(CountFormat.text(values, "value in a query was", "values in queries were")) scrubbed "
                + "(--keep-secrets keeps \(values == 1 ? "it" : "them"))"
        }
    }
}

extension RecordingRemark.Exclusion {
    fileprivate func words(isOne: Bool) -> String {
        let they = isOne ? "it" : "they"
        return switch self {
        case .otherMethod: "\(they) \(isOne ? "is not a GET request" : "are not GET requests")"
        case .tooLate: "\(they) began more than a day after the first"
        case .notModified: "\(they) had \(isOne ? "its" : "their") content in the client's cache (304)"
        case .unanswered: "\(they) \(isOne ? "has" : "have") no final response"
        case .redirected: "\(they) redirected elsewhere"
        }
    }
}
