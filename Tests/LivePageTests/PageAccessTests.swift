import HTTP
import LinuxIO
import Testing
import Wire

@testable import LivePage

@Suite struct `Access to a page` {
    private let address = SocketAddress(host: .loopback4, port: 8889)

    private func head(_ fields: HTTPFields) -> HTTPRequestHead {
        HTTPRequestHead(method: "GET", target: "/", fields: fields)
    }

    @Test func `a link works once and its cookie from then on`() throws {
        let access = PageAccess()
        let token = access.token()
        let session = try #require(access.redeem(token))
        #expect(access.redeem(token) == nil)
        for _ in 0..<2 {
            #expect(access.admits(head(["Cookie": "a=b; netlab-8889=\(session)"]), at: address))
        }
        #expect(!access.admits(head(["Cookie": "netlab-8889=\(token)"]), at: address))
        #expect(!access.admits(head(["Cookie": "netlab-9000=\(session)"]), at: address))
        #expect(!access.admits(head([:]), at: address))
    }

    @Test func `tokens are long and unique`() {
        let access = PageAccess()
        let tokens = Set((0..<50).map { _ in access.token() })
        #expect(tokens.count == 50)
        #expect(tokens.allSatisfy { $0.utf8.count == 32 })
    }

    @Test func `the oldest links are dropped for new ones`() throws {
        let access = PageAccess()
        let first = access.token()
        let second = access.token()
        for _ in 0..<63 { _ = access.token() }
        #expect(access.redeem(first) == nil)
        #expect(access.redeem(second) != nil)
    }

    @Test(
        arguments: [
            (["Host": "127.0.0.1:8889"], true),
            (["Host": "localhost:8889"], true),
            (["Host": "LOCALHOST:8889", "Origin": "http://localhost:8889"], true),
            (["Host": "127.0.0.1:8889", "Sec-Fetch-Site": "same-origin"], true),
            (["Host": "127.0.0.1:8889", "Sec-Fetch-Site": "none"], true),
            // A name that a foreign name server leads here.
            (["Host": "evil.example:8889"], false),
            (["Host": "127.0.0.1"], false),
            ([:], false),
            (["Host": "127.0.0.1:8889", "Origin": "http://evil.example"], false),
            (["Host": "127.0.0.1:8889", "Origin": "null"], false),
            (["Host": "127.0.0.1:8889", "Origin": "http://127.0.0.1:3000"], false),
            (["Host": "127.0.0.1:8889", "Sec-Fetch-Site": "cross-site"], false),
            (["Host": "127.0.0.1:8889", "Sec-Fetch-Site": "same-site"], false),
        ] as [(HTTPFields, Bool)]
    )
    func `only requests from the page itself are accepted`(_ fields: HTTPFields, _ isOwn: Bool) {
        #expect(PageAccess.isOwn(head(fields), at: address) == isOwn)
    }
}
