import HTTP
import LinuxIO
import Testing

@testable import Serving

@Suite struct HTTP2UpgradeTests {
    private static let wish: HTTPFields = [
        "Host": "a", "Connection": "Upgrade, HTTP2-Settings", "Upgrade": "h2c",
        "HTTP2-Settings": "AAMAAABkAAQAoAAA",
    ]

    private func upgrade(_ changes: [String: String?]) -> HTTP2Upgrade? {
        var fields = Self.wish
        for (name, value) in changes { fields[name] = value }
        return HTTP2Upgrade(HTTPRequestHead(method: "GET", target: "/", fields: fields))
    }

    @Test func `the client's settings are parsed from its request`() throws {
        #expect(try #require(upgrade([:])).settings == [0, 3, 0, 0, 0, 100, 0, 4, 0, 160, 0, 0])
        #expect(try #require(upgrade(["HTTP2-Settings": ""])).settings == [])
        #expect(try #require(upgrade(["HTTP2-Settings": "AAP_____"])).settings == [0, 3, 255, 255, 255, 255])
    }

    @Test(
        arguments: [
            ["Upgrade": "websocket"], ["Upgrade": nil], ["Connection": "Upgrade"],
            ["Connection": "HTTP2-Settings"],
            ["HTTP2-Settings": nil], ["HTTP2-Settings": "AAMAAABk/AAQ"], ["HTTP2-Settings": "AAMA"],
            ["HTTP2-Settings": "AAMAAABkA"],
        ] as [[String: String?]]
    )
    func `anything else is an ordinary request`(changes: [String: String?]) {
        #expect(upgrade(changes) == nil)
    }
}
