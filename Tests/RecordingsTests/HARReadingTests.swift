import Archives
import LinkModel
import Testing

@testable import Recordings

struct HARReadingTests {
    private func read(_ text: String) throws -> Recording {
        try Recording(HTTPArchive(parsing: Array(text.utf8)))
    }

    @Test func `reads Chrome's own sizes and excludes cached entries`() throws {
        let recording = try read(HARSamples.chrome)
        #expect(recording.exchanges.count == 1)
        let exchange = try #require(recording.exchanges.first)
        #expect(exchange.host == "img.example.com" && exchange.target == "/a.jpg?w=10&token=abc")
        #expect(exchange.bodyBytes == 1100)
        #expect(exchange.isEncrypted && exchange.isHTTP2 && exchange.content == nil)
        // Opening a connection, without TLS, takes a round trip; waiting takes one plus the server's time.
        #expect(recording.line.roundTripDelay == 12_000_000)
        #expect(exchange.serverTime == 28_000_000)
        #expect(exchange.start == 0 && exchange.end == 85_500_000)
        #expect(exchange.connection == 0)
        #expect(recording.remarks == [.cached(entries: 1), .unanswered(entries: 1)] && !recording.showsLine)
    }

    @Test func `reads Firefox's time zones, and compressed bodies by transferred size`() throws {
        let recording = try read(HARSamples.firefox)
        #expect(recording.exchanges.map(\.method) == ["GET", "POST"])
        let exchange = try #require(recording.exchanges.first)
        #expect(exchange.bodyBytes == 40 && exchange.isPacked)
        #expect(exchange.content?.count == 25)
        #expect(recording.exchanges[1].start == 100_000_000)
        #expect(exchange.serverTime == 20_000_000)
    }

    @Test func `reads Charles' base64 bodies`() throws {
        let exchange = try #require(try read(HARSamples.charles).exchanges.first)
        #expect(exchange.content == [0x89, 0x50, 0x4E, 0x47])
        #expect(exchange.bodyBytes == 4 && exchange.mediaType == "image/png")
    }

    @Test func `excludes entries that Safari marks as cached`() throws {
        let recording = try read(HARSamples.safari)
        let exchange = try #require(recording.exchanges.first)
        #expect(recording.exchanges.count == 1)
        #expect(exchange.content == [0xFF, 0xD8, 0xFF, 0xE0] && exchange.bodyBytes == 4)
        #expect(exchange.isHTTP2 && exchange.isEncrypted && exchange.mediaType == "image/jpeg")
        #expect(recording.line.roundTripDelay == 12_000_000 && exchange.serverTime == 8_000_000)
        #expect(recording.remarks == [.cached(entries: 1)])
    }

    @Test func `reads mitmproxy's status, version and text body`() throws {
        let recording = try read(HARSamples.mitmproxy)
        let exchange = try #require(recording.exchanges.first)
        #expect(exchange.status == 404 && exchange.isHTTP2 && exchange.content == Array("not there".utf8))
    }

    @Test func `ignores a byte-order mark`() throws {
        let bytes = [0xEF, 0xBB, 0xBF] + Array(HARSamples.charles.utf8)
        #expect(try Recording(HTTPArchive(parsing: bytes)).exchanges.count == 1)
    }

    @Test(arguments: ["{\"log\": {}}", "[]", "{\"log\": {\"entries\": 3}}"])
    func
        `input that is not an archive is reported as such`(_ text: String)
    {
        #expect(throws: ArchiveError.noEntries) { try read(text) }
    }

    @Test func `invalid JSON is reported with its position`() {
        let error = #expect(throws: ArchiveError.self) { try read("{\n\"log\": }") }
        #expect("\(error, default: "")".hasPrefix("2:8: "))
    }

    @Test(arguments: ["2e300", "-1e300", "25555555555555555555555555500", "1000", "-200", "0.5"])
    func `excludes a response with an invalid status`(_ status: String) throws {
        let text = HARSamples.mitmproxy.replacing("\"status\": 404", with: "\"status\": \(status)")
        #expect(text != HARSamples.mitmproxy)
        #expect(try read(text).exchanges.isEmpty)
    }

    @Test func `invalid sizes count as zero`() throws {
        let sizes = ("\"size\": 1000", "\"size\": -9e18, \"compression\": 9e18")
        let entries = try read(
            HARSamples.chrome.replacing("_transferSize\": 1100", with: "_other\": 1").replacing(
                sizes.0,
                with: sizes.1
            )
        )
        #expect(entries.exchanges.first?.bodyBytes == 0)
    }

    @Test func `a truncated archive is rejected without crashing`() {
        let bytes = Array(HARSamples.chrome.utf8)
        for length in 0..<bytes.count - 1 {
            #expect(throws: ArchiveError.self) {
                try Recording(HTTPArchive(parsing: Array(bytes.prefix(length))))
            }
        }
    }
}
