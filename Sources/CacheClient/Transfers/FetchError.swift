/// Why a load failed: a word to branch on and a sentence to show.
public struct FetchError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public enum Word: String, Hashable, Sendable, CaseIterable {
        /// The address is not an `http` or `https` URL with a host.
        case badURL = "bad-url"
        /// A header field is not valid in a request.
        case badRequest = "bad-request"
        /// The request's modifier refused to have it sent.
        case rejected
        /// No cache has the image, and the request allowed no other source.
        case notCached = "not-cached"
        /// The image's provider failed.
        case provider
        /// The image's source failed, and every alternative to it.
        case exhausted
        /// The host's name has no address.
        case unresolved
        /// The host refused the connection.
        case refused
        /// The host is unreachable.
        case unreachable
        /// The origin's certificate is not trusted.
        case untrusted
        /// Both ends could not agree on how to encrypt.
        case encryption
        /// The whole answer did not arrive in time.
        case timeout
        /// The connection broke, or was closed without an answer.
        case reset
        /// The connection ended before the body did.
        case truncated
        /// The body is larger than the configuration allows.
        case tooLarge = "too-large"
        /// The answer is malformed HTTP.
        case malformed
        /// The client's judge refused the response by its head.
        case declined
        /// The content modifier could not make an image from the response.
        case unusable
        /// A redirect that the client does not follow: too many, in a circle, or to an unencrypted URL; or
        /// refused by the caller.
        case redirect
        /// The origin answered with another status than success.
        case status
        /// The caller cancelled, or the client was shut down meanwhile.
        case cancelled
        /// The client had been shut down before.
        case closed
        /// A failure on this machine.
        case local
    }

    /// The failure of every load after a client's shutdown.
    static let closed = FetchError(.closed, "the client was shut down")

    /// The kind of failure.
    public var word: Word
    /// What was tried and how it failed.
    public var sentence: String
    /// The failures that this one sums up, in their order.
    public var causes: [FetchError] = []

    /// Makes a failure of this kind with this sentence.
    public init(_ word: Word, _ sentence: String) {
        self.word = word
        self.sentence = sentence
    }

    /// The word and the sentence: `timeout: no complete answer within 15 s`.
    public var description: String { "\(word.rawValue): \(sentence)" }
}
