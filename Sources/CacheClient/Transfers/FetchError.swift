internal import CCurl
import Glibc

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

// MARK: Transfer

extension FetchError {
    /// Why libcurl ended a transfer with this code; nil if it succeeded. `received` is the number of body
    /// bytes received.
    init?(_ code: CURLcode, of request: TransferRequest, _ info: TransferInfo, received: Int) {
        if code == CURLE_OK { return nil }
        let host = "\(request.endpoint.host):\(request.endpoint.port)"
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST:
            self.init(.unresolved, "\(request.endpoint.host) has no address")
        case CURLE_COULDNT_CONNECT where info.systemError == Int(ECONNREFUSED):
            self.init(.refused, "\(host) refused the connection: no server listens there")
        case CURLE_COULDNT_CONNECT:
            let reason = info.systemReason ?? "there was no route to it"
            self.init(.unreachable, "\(host) cannot be reached: \(reason)")
        case CURLE_OPERATION_TIMEDOUT: self = .timeout(request)
        case CURLE_GOT_NOTHING:
            self.init(.reset, "\(host) closed the connection without a response")
        case CURLE_SEND_ERROR, CURLE_RECV_ERROR:
            let reason = info.systemReason ?? "closed by the other end"
            self.init(.reset, "the connection to \(host) broke: \(reason)")
        case CURLE_PARTIAL_FILE:
            self.init(.truncated, "the connection ended after \(received) bytes of the body")
        case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_HTTP2:
            self.init(.malformed, "\(host) sent a response that is not HTTP")
        case CURLE_HTTP2_STREAM:
            self.init(.reset, "\(host) reset the request's stream")
        case CURLE_PEER_FAILED_VERIFICATION:
            self.init(.untrusted, "the certificate of \(host) cannot be trusted: \(info.verification)")
        case CURLE_SSL_CONNECT_ERROR:
            self.init(.encryption, "\(host) and this client could not agree on encryption")
        case CURLE_URL_MALFORMAT: self.init(.badURL, "\(request.url) is not a usable address")
        default:
            self.init(.local, "\(request.url): \(String(cString: curl_easy_strerror(code)))")
        }
    }

    static func timeout(_ request: TransferRequest) -> FetchError {
        let seconds = Double(request.settings.timeout) / 1e9
        let limit = seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
        return FetchError(.timeout, "no complete response within \(limit) s, the client's `timeout`")
    }
}
