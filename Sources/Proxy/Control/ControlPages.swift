import HTTP
import Serving
import Wire

/// The pages below `http://netlab.test/control`, by which programs of this machine steer the proxy. Whoever asks
/// must know the token: a web site that makes a browser send such a request does not.
struct ControlPages: Sendable {
    private let token: Credentials
    private let control: any ProxyControl
    private let switches: ProxySwitches

    init(_ settings: ProxySettings.Control, _ switches: ProxySwitches) {
        token = .bearer(token: settings.token)
        control = settings.control
        self.switches = switches
    }

    func answer(_ head: HTTPRequestHead, from client: IPAddress) -> ServedResponse {
        guard client.isLoopback, Credentials(head.fields)?.matches(token) == true else {
            return .proxyPage(403, "the control is for the user who started the proxy")
        }
        guard let command = ControlCommand(method: head.method, target: head.target) else {
            return .proxyPage(404, "the control knows no \(head.method) \(head.target)")
        }
        switch control.answer(command, switches) {
        case .refused(let reason): return .text(409, "\(reason)\n")
        case .done(let document):
            let fields: HTTPFields = ["Content-Type": "application/json", "Cache-Control": "no-store"]
            return ServedResponse(
                head: HTTPResponseHead(status: 200, fields: fields),
                body: ServedBody(document)
            )
        }
    }
}
