import Forwarding
import HTTP
import LinuxIO
import Serving

/// A response that waits at a breakpoint, as it goes to its client.
struct HeldResponse {
    private(set) var response: ServedResponse
    /// What it answers.
    let request: ForwardedRequest
    let body: HeldBody

    /// nil if the body is too long, or still comes.
    init?(_ response: ServedResponse, to request: ForwardedRequest) throws(SystemCallError) {
        guard response.stream == nil, response.body.count <= HeldBody.longest else { return nil }
        self.response = response
        self.request = request
        body = HeldBody(try response.body.bytes(), response.head.fields)
    }

    var text: [UInt8] { response.head.text(body: body.shown) }

    /// nil if the text changes nothing.
    func edited(by text: MessageText) throws(MessageTextError) -> HeldResponse? {
        var head = try response.head.edited(by: text)
        let body = self.body.edited(by: text, &head.fields)
        if body == nil, head.text(body: nil) == response.head.text(body: nil) { return nil }
        if !head.allowsContent, head.status != 304 { head.fields["Content-Length"] = nil }
        var edited = self
        edited.response.head = head
        if let body {
            edited.response.body = ServedBody(body)
            edited.response.framing = .length
        }
        return edited
    }
}
