/// Decides by an answer's head whether its body is wanted: what a network's log-in page says in an image's place, or a type
/// that nobody can show, need not be waited for, and takes no cached image's place.
///
/// It is a client's, not a request's: callers share a transfer, and what one of them refused would be lost to all. It is
/// asked about every success once for each transfer, on a thread of the client's own, which it must not hold up. What is no
/// success fails by itself; a redirect that is followed and a 304 have no body to refuse; the rest of a body that was cut short
/// is judged with its beginning.
public struct ResponseJudge: Sendable {
    /// What becomes of an answer.
    public enum Verdict: Hashable, Sendable {
        /// Its body is taken.
        case take
        /// The transfer ends here, which is `declined`, told with this reason.
        case refuse(String)
    }

    /// Judges.
    public var verdict: @Sendable (ResponseHead) -> Verdict

    /// A judge by what it decides.
    public init(_ verdict: @escaping @Sendable (ResponseHead) -> Verdict) {
        self.verdict = verdict
    }

    /// nil where the body is wanted, and where there is nothing to judge.
    func failure(of head: ResponseHead) -> FetchError? {
        guard (200..<300).contains(head.status), case .refuse(let reason) = verdict(head) else { return nil }
        return FetchError(.declined, "the answer of \(head.url) was not wanted: \(reason)")
    }
}
