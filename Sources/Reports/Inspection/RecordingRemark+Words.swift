package import Recordings

extension RecordingRemark {
    /// Without a full stop.
    package var words: String {
        switch self {
        case .line(let remark): remark.words
        case .withoutLine:
            "an archive does not record a line's rate or loss: --profile PROFILE gives the replay a line"
        case .incomplete(let responses):
            "\(responses) responses are incomplete in the capture: they are as long as seen"
        case .encrypted(let exchanges):
            "\(exchanges) exchanges are encrypted and left out: --keylog FILE decrypts them"
        case .cached(let entries): "\(entries) entries are left out: the browser had them in a cache"
        case .unanswered(let entries):
            "\(entries) entries are left out: they are not HTTP, or have no response"
        case .tooLarge(let bodies):
            "\(bodies) bodies exceed what a scenario may name: made content of their size replaces them"
        case .excluded(let exchanges, let why): "\(exchanges) exchanges are left out: they \(why.words)"
        case .tooMany(let kept, let all): "only the first \(kept) exchanges are replayed, of \(all)"
        case .scrubbed(let values): "\(values) values in queries were scrubbed (--keep-secrets keeps them)"
        }
    }
}

extension RecordingRemark.Exclusion {
    /// Goes on from `they`.
    fileprivate var words: String {
        switch self {
        case .otherMethod: "are no GET"
        case .tooLate: "began more than a day after the first"
        case .notModified: "had their content in the client's cache (304)"
        case .unanswered: "have no final response"
        case .redirected: "led elsewhere"
        }
    }
}
