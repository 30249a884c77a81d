import HTTP
import LinuxIO
import Serving

/// Answers the requests of a live page.
final class LivePageResponder: RequestResponder {
    /// Nothing from elsewhere, nothing inline, no frames, no forms.
    private static let policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; "
        + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    /// For foreign content: even a browser that runs it gives it nothing.
    private static let sandbox = "default-src 'none'; sandbox; frame-ancestors 'none'"
    /// For a report, whose script and style are within it: it may draw, and as a page of no origin it has neither the
    /// cookie nor anything of this server.
    private static let drawing =
        "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
        + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

    private let feed: LiveFeed
    private let access: PageAccess
    private let source: any LivePageSource
    /// How to get a new link.
    private let renewal: String
    /// The address that browsers name.
    private let address: SocketAddress

    init(
        _ feed: LiveFeed,
        _ access: PageAccess,
        _ source: any LivePageSource,
        renewal: String,
        at address: SocketAddress
    ) {
        self.renewal = renewal
        self.feed = feed
        self.access = access
        self.source = source
        self.address = address
    }

    func reception(of head: HTTPRequestHead) -> BodyReception { .keep(atMost: 1 << 24) }

    func respond(to request: ServedRequest) -> ServedAnswer {
        var head = request.head
        guard PageAccess.isOwn(head, at: address) else {
            return .now(Self.text(403, "this page is for browsers on this machine, at http://\(address)/"))
        }
        guard let target = access.target(of: head) else {
            return .now(Self.text(403, "this is not the page's address: \(renewal)"))
        }
        head.target = target
        guard let route = PageRoute(head) else {
            return .now(Self.text(404, "the page does not support \(head.method) \(head.target)"))
        }
        if case .page(let token?) = route, let session = access.redeem(token) { return .now(admit(session)) }
        guard access.admits(head, at: address) else {
            return .now(Self.text(403, "this link has already been used: \(renewal)"))
        }
        switch route {
        // A link that is used up, in a browser that has used it.
        case .page(.some): return .now(Self.redirect(to: access.folder))
        case .page(nil): return .now(Self.asset(PageAssets.page(of: feed.subject.view)))
        case .asset(let path):
            guard let asset = PageAssets.asset(path) else {
                return .now(Self.text(404, "the page has no part \(path)"))
            }
            return .now(Self.asset(asset))
        case .events(let last): return .now(events(after: last))
        case .exchange(let number): return .now(Self.document(source.exchange(number)))
        case .content(let number, let side): return .now(Self.content(source.content(number, side)))
        case .traffic(let version): return .now(Self.document(source.traffic(after: version)))
        case .code: return .now(Self.code(source.code()))
        case .report(let number): return .now(Self.report(source.report(number)))
        case .archive: return .now(Self.archive(source.archive(Self.numbers(request))))
        case .capture: return .now(Self.capture(source.capture()))
        case .command(let method, let target):
            return source.carryOut(method: method, target: target, body: request.body)
        }
    }

    func ended(_ exchange: ServedExchange) {}

    /// Numbers of exchanges, separated by commas; nil if the request names none.
    private static func numbers(_ request: ServedRequest) -> [Int]? {
        guard request.head.method == "POST" else { return nil }
        return request.body.split(separator: UInt8(ascii: ",")).compactMap {
            Int(String(decoding: $0, as: UTF8.self))
        }
    }

    // MARK: Answers

    private func admit(_ session: String) -> ServedResponse {
        var response = Self.redirect(to: access.folder)
        let name = PageAccess.cookie(of: address)
        let cookie = "\(name)=\(session); Path=\(access.folder); HttpOnly; SameSite=Strict"
        response.head.fields.append("Set-Cookie", cookie)
        return response
    }

    private func events(after last: String?) -> ServedResponse {
        ServedResponse(head: Self.head(200, "text/event-stream"), stream: feed.stream(after: last))
    }

    /// To the page without the token, which then stands in no history and no log.
    private static func redirect(to folder: String) -> ServedResponse {
        var head = head(303, nil)
        head.fields.append("Location", folder)
        return ServedResponse(head: head)
    }

    private static func asset(_ asset: PageAssets.Asset) -> ServedResponse {
        ServedResponse(head: head(200, asset.type), body: ServedBody(asset.bytes))
    }

    private static func document(_ bytes: [UInt8]?) -> ServedResponse {
        guard let bytes else { return text(404, "this was never kept, or no longer is") }
        return ServedResponse(head: head(200, "application/json"), body: ServedBody(bytes))
    }

    private static func archive(_ bytes: [UInt8]) -> ServedResponse {
        var head = head(200, "application/json")
        head.fields.append("Content-Disposition", "attachment; filename=\"netlab.har\"")
        return ServedResponse(head: head, body: ServedBody(bytes))
    }

    private static func capture(_ capture: ServedBody?) -> ServedResponse {
        guard let capture else { return text(404, "packets are not recorded, or their file is gone") }
        var head = head(200, "application/octet-stream")
        head.fields.append("Content-Disposition", "attachment; filename=\"netlab.pcapng\"")
        return ServedResponse(head: head, body: capture)
    }

    private static func content(_ content: PageContent?) -> ServedResponse {
        guard let content else { return text(404, "the content is not kept") }
        var head = head(200, content.shownType)
        head.fields["Content-Security-Policy"] = sandbox
        return ServedResponse(head: head, body: ServedBody(content.bytes))
    }

    private static func report(_ bytes: [UInt8]?) -> ServedResponse {
        guard let bytes else { return text(404, "there is no such report") }
        var head = head(200, "text/html; charset=utf-8")
        head.fields["Content-Security-Policy"] = drawing
        // Browsers refuse a page in a sandbox that also asks for an opener's policy.
        head.fields["Cross-Origin-Opener-Policy"] = nil
        return ServedResponse(head: head, body: ServedBody(bytes))
    }

    /// A picture of the program's own.
    private static func code(_ bytes: [UInt8]?) -> ServedResponse {
        guard let bytes else { return text(404, "there is no code") }
        return ServedResponse(head: head(200, "image/svg+xml"), body: ServedBody(bytes))
    }

    private static func text(_ status: Int, _ text: String) -> ServedResponse {
        ServedResponse(head: head(status, "text/plain; charset=utf-8"), body: ServedBody("\(text)\n"))
    }

    private static func head(_ status: Int, _ type: String?) -> HTTPResponseHead {
        var fields: HTTPFields = [
            "Content-Security-Policy": policy, "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer", "Cross-Origin-Resource-Policy": "same-origin",
            "Cross-Origin-Opener-Policy": "same-origin", "Cache-Control": "no-store",
        ]
        if let type { fields.append("Content-Type", type) }
        return HTTPResponseHead(status: status, fields: fields)
    }
}
