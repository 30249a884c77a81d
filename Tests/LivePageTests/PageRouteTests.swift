import HTTP
import Testing

@testable import LivePage

@Suite struct `A page's routes` {
    @Test(
        arguments: [
            ("GET", "/", .page(token: nil)),
            ("GET", "/?token=abc", .page(token: "abc")),
            ("GET", "/page.js", .asset("/page.js")),
            ("GET", "/events", .events(after: nil)),
            ("GET", "/exchanges/12", .exchange(12)),
            ("GET", "/exchanges/12/request", .content(12, .request)),
            ("GET", "/exchanges/12/response", .content(12, .response)),
            ("GET", "/exchanges/12/other", nil),
            ("GET", "/exchanges/x", nil),
            ("GET", "/reports/2", .report(2)),
            ("GET", "/reports/x", nil),
            ("POST", "/reports/2", nil),
            ("GET", "/traffic?after=7", .traffic(after: 7)),
            ("GET", "/traffic?after=x", .traffic(after: 0)),
            ("POST", "/traffic", nil),
            ("GET", "/code.svg", .code),
            ("GET", "/capture.pcapng", .capture),
            ("POST", "/capture.pcapng", nil),
            ("GET", "/exchanges.har", .archive),
            ("POST", "/exchanges.har", .archive),
            ("GET", "/control", .command(method: "GET", target: "/control")),
            ("PUT", "/control/line?profile=3g", .command(method: "PUT", target: "/control/line?profile=3g")),
            ("GET", "/controls", .asset("/controls")),
            ("POST", "/", nil),
            ("DELETE", "/exchanges/12", nil),
        ] as [(String, String, PageRoute?)]
    )
    func `method and target determine the route`(
        _ method: String,
        _ target: String,
        _ route: PageRoute?
    ) {
        #expect(PageRoute(HTTPRequestHead(method: method, target: target)) == route)
    }

    @Test func `a stream continues after the event in Last-Event-ID`() {
        let head = HTTPRequestHead(method: "GET", target: "/events", fields: ["Last-Event-ID": "f-3"])
        #expect(PageRoute(head) == .events(after: "f-3"))
    }

    @Test(
        arguments: [
            ("image/png", "image/png"), ("IMAGE/JPEG; q=1", "image/jpeg"), ("image/svg+xml", nil),
            ("text/html", nil), ("image/png\r\nX: y", nil), (nil, nil),
        ] as [(String?, String?)]
    )
    func `only image types that cannot contain scripts are kept`(_ told: String?, _ shown: String?) {
        let content = PageContent([], mediaType: told)
        #expect(content.shownType == shown ?? "application/octet-stream")
    }
}
