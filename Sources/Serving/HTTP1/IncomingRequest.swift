import HTTP
import Wire

/// A request whose head is complete, with the body so far.
struct IncomingRequest {
    let head: HTTPRequestHead
    let firstByte: Instant
    /// The head's range in the connection's stream.
    let range: Range<Int>
    let reception: BodyReception
    let hasBody: Bool
    /// nil if the body is not read.
    private let limit: Int?
    private(set) var body: [UInt8] = []
    private(set) var bodyBytes = 0

    /// `hasBody` nil: HTTP/1's fields in the head say whether there is one.
    init(
        _ head: HTTPRequestHead,
        at range: Range<Int> = 0..<0,
        hasBody: Bool? = nil,
        firstByte: Instant,
        _ responder: any RequestResponder,
        _ limits: ServingLimits
    ) {
        self.head = head
        self.range = range
        self.firstByte = firstByte
        self.hasBody = hasBody ?? Self.hasBody(head)
        reception = self.hasBody ? responder.reception(of: head) : .drop
        limit =
            switch reception {
            case .drop: limits.droppedBody
            case .keep(let limit): limit
            case .stream, .decline: nil
            }
    }

    /// Why the head alone causes a refusal; nil if it does not.
    var refusal: RequestRefusal? {
        if head.fields.has("Expect"), !expectations.allSatisfy({ $0 == "100-continue" }) {
            return .expectation
        }
        guard hasBody, let limit, let length = head.fields["Content-Length"].flatMap({ Int($0) }),
            length > limit
        else { return nil }
        return .bodyTooLarge(limit: limit)
    }

    /// Whether the client waits for 100 (Continue) before it sends the body.
    var expectsContinue: Bool { hasBody && expectations.contains("100-continue") }

    /// Takes the next bytes of the body; returns a refusal if the request is refused for it.
    mutating func add(_ content: ArraySlice<UInt8>) -> RequestRefusal? {
        bodyBytes += content.count
        if let limit, bodyBytes > limit { return .bodyTooLarge(limit: limit) }
        if case .keep = reception { body += content }
        return nil
    }

    /// Empty for HTTP/1.0, whose clients cannot expect anything.
    private var expectations: [String] {
        head.version >= .http11 ? head.fields.tokens("Expect") : []
    }

    private static let bodyNames = HTTPFieldNames("Content-Length", "Transfer-Encoding")
    private static let asking = HTTPFieldNames(
        "Content-Length",
        "Transfer-Encoding",
        "Expect",
        "Upgrade",
        "HTTP2-Settings"
    )

    /// True if the request has no body and nothing is sent before its answer.
    static func isBare(_ head: HTTPRequestHead) -> Bool { !head.mayHave(asking) }

    private static func hasBody(_ head: HTTPRequestHead) -> Bool {
        guard head.mayHave(bodyNames) else { return false }
        guard let length = head.fields["Content-Length"] else {
            return head.fields["Transfer-Encoding"] != nil
        }
        return length != "0"
    }
}
