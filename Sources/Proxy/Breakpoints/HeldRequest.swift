import Forwarding
import HTTP
import Serving

/// A request that waits at a breakpoint, as it goes to its server.
struct HeldRequest {
    private(set) var request: ForwardedRequest
    private(set) var body: HeldBody
    /// It had one, even if that is empty.
    private var hasBody: Bool

    /// `body` nil is none.
    init(_ request: ForwardedRequest, body: [UInt8]?, trailers: HTTPFields = HTTPFields()) {
        var fields = request.head.fields
        // The client has sent it all.
        fields["Expect"] = nil
        self.request = request.with(fields)
        self.body = HeldBody(body ?? [], trailers: trailers, fields)
        hasBody = body != nil
    }

    var text: [UInt8] { request.text(body: body.shown) }

    /// nil if the text changes nothing.
    func edited(by text: MessageText) throws(MessageTextError) -> HeldRequest? {
        var edited = self
        edited.request = try request.edited(by: text)
        var fields = edited.request.head.fields
        if let body = self.body.edited(by: text, &fields) {
            edited.body = HeldBody(body, fields)
            edited.hasBody = !body.isEmpty
            edited.request = edited.request.with(fields)
            return edited
        }
        return edited.request.text(body: nil) == request.text(body: nil) ? nil : edited
    }

    /// The body to send; nil without one.
    var stream: BodyStream? { hasBody ? .whole(body.bytes, trailers: body.trailers) : nil }
}
