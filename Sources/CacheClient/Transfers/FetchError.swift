/// Why an image did not come: a word to branch on and a sentence to show.
public struct FetchError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public enum Word: String, Hashable, Sendable, CaseIterable {
        /// The address is not an `http` or `https` URL with a host.
        case badURL = "bad-url"
        /// A header field cannot stand in a request.
        case badRequest = "bad-request"
        /// The request's modifier refused to have it sent.
        case rejected
        /// No cache has it, and nothing else was to be asked.
        case notCached = "not-cached"
        /// What should have made the image did not.
        case provider
        /// The image's source failed, and every alternative to it.
        case exhausted
        /// The host's name has no address.
        case unresolved
        /// Nobody listens there.
        case refused
        /// No way leads there.
        case unreachable
        /// The origin's certificate is not to be trusted.
        case untrusted
        /// Both ends could not agree on how to encrypt.
        case encryption
        /// The whole answer was not there in time.
        case timeout
        /// The connection broke, or was closed without an answer.
        case reset
        /// The connection ended before the body did.
        case truncated
        /// The body is larger than the configuration allows.
        case tooLarge = "too-large"
        /// What came is not an answer in HTTP/1.1.
        case malformed
        /// The client's judge did not want what came, by its head.
        case declined
        /// The modifier of what came could make no image of it.
        case unusable
        /// The origin led somewhere else, where the client does not follow: too often, in a circle, or out of encryption; or
        /// its caller refused.
        case redirect
        /// The origin answered with another status than success.
        case status
        /// The caller did not want it any more, or the client was shut down meanwhile.
        case cancelled
        /// The client had been shut down before.
        case closed
        /// This machine could not do its part.
        case local
    }

    /// The answer to whatever is asked of a client after its end.
    static let closed = FetchError(.closed, "the client was shut down")

    /// The kind of failure.
    public var word: Word
    /// What was tried and what came of it.
    public var sentence: String
    /// The failures that this one sums up, in their order.
    public var causes: [FetchError] = []

    /// A failure of this kind, told by this sentence.
    public init(_ word: Word, _ sentence: String) {
        self.word = word
        self.sentence = sentence
    }

    /// The word and the sentence: `timeout: no whole answer within 15 s`.
    public var description: String { "\(word.rawValue): \(sentence)" }
}
