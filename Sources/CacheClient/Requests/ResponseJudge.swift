/// Decides by an answer's head whether its body is wanted: a network's login page in place of an image, or a
/// type that cannot be shown, need not be downloaded and replaces no cached image.
///
/// It belongs to a client, not to a request: callers share a transfer, and a refusal by one would affect all.
/// It judges each successful transfer once, on one of the client's own threads, which it must not block.
/// Unsuccessful answers fail by themselves; a redirect that is followed and a 304 have no body to refuse; the
/// rest of a body that was cut short is judged with its beginning.
public struct ResponseJudge: Sendable {
    /// The decision about an answer.
    public enum Verdict: Hashable, Sendable {
        /// Accept the body.
        case take
        /// End the transfer: the load fails with `declined` and this reason.
        case refuse(String)
    }

    /// Decides about a response.
    public var verdict: @Sendable (ResponseHead) -> Verdict

    /// Makes a judge from a closure.
    public init(_ verdict: @escaping @Sendable (ResponseHead) -> Verdict) {
        self.verdict = verdict
    }

    /// Why the body is refused; nil if it is wanted, or there is nothing to judge.
    func failure(of head: ResponseHead) -> FetchError? {
        guard (200..<300).contains(head.status), case .refuse(let reason) = verdict(head) else { return nil }
        return FetchError(.declined, "the response of \(head.url) was declined: \(reason)")
    }
}
