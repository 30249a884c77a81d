import HTTP
import Serving
import Testing

@testable import LivePage

@Suite struct `A page's feed` {
    private func rows(_ range: Range<Int>) -> [[UInt8]] { range.map { Array("{\"number\":\($0)}".utf8) } }

    /// All that waits in the stream, as text.
    private func text(_ stream: BodyStream) -> String {
        var bytes: [UInt8] = []
        while case .bytes(let piece, _) = stream.take(atMost: 1 << 20) { bytes += piece }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func numbers(_ text: String) -> [Int] {
        text.split(separator: "{\"number\":").dropFirst().compactMap { Int($0.prefix { $0.isNumber }) }
    }

    @Test func `a reader gets the existing rows, then new ones`() {
        let feed = LiveFeed(named: "f", of: PageSubject("proxy", isLive: true))
        feed.add(rows(0..<3))
        let reader = feed.stream(after: nil)
        let first = text(reader)
        #expect(
            first.contains("id: f-3\nevent: rows\ndata: [{\"number\":0},{\"number\":1},{\"number\":2}]\n\n")
        )
        feed.add(rows(3..<4))
        #expect(text(reader) == "id: f-4\nevent: rows\ndata: [{\"number\":3}]\n\n")
        feed.change()
        #expect(text(reader) == "event: changed\ndata: \n\n")
    }

    @Test func `a reconnecting reader continues after its last event`() {
        let feed = LiveFeed(named: "f", of: PageSubject("proxy", isLive: true))
        feed.add(rows(0..<10))
        #expect(numbers(text(feed.stream(after: "f-7"))) == [7, 8, 9])
        #expect(numbers(text(feed.stream(after: "f-10"))) == [])
        for other in ["g-7", "f-11", "f-x", "f"] {
            #expect(numbers(text(feed.stream(after: other))) == Array(0..<10), "\(other)")
        }
    }

    @Test func `the first event describes the subject`() {
        let feed = LiveFeed(named: "f", of: PageSubject("<a>.har", isLive: false))
        let first = text(feed.stream(after: nil))
        #expect(first == "retry: 1000\n\nevent: subject\ndata: {\"title\":\"<a>.har\",\"isLive\":false}\n\n")
    }

    @Test func `many rows are split into several events`() {
        let feed = LiveFeed(named: "f", of: PageSubject("proxy", isLive: true))
        feed.add(rows(0..<1200))
        let text = text(feed.stream(after: nil))
        #expect(numbers(text) == Array(0..<1200))
        #expect(text.split(separator: "event: rows").count == 4)
    }

    @Test func `only the newest rows are kept`() {
        let feed = LiveFeed(named: "f", of: PageSubject("proxy", isLive: true))
        for start in stride(from: 0, to: 25_000, by: 1000) { feed.add(rows(start..<start + 1000)) }
        let reader = feed.stream(after: nil)
        var all: [Int] = []
        while all.count < LiveFeed.most {
            let more = numbers(text(reader))
            if more.isEmpty { break }
            all += more
        }
        #expect(all == Array(15_000..<25_000))
    }

    @Test func `a slow reader blocks nobody and gets what it missed`() {
        let feed = LiveFeed(named: "f", of: PageSubject("proxy", isLive: true))
        let slow = feed.stream(after: nil)
        let long = [UInt8](repeating: UInt8(ascii: "1"), count: 4096)
        for _ in 0..<2000 { feed.add([long]) }
        // About a megabyte waits, not eight.
        #expect(slow.written < 2_000_000)
        let quick = feed.stream(after: "f-1999")
        #expect(text(quick).contains("id: f-2000\n"))
        #expect(text(slow).split(separator: "id: f-2000\n").count == 2)
    }

    @Test func `an abandoned reader is removed`() {
        let feed = LiveFeed(named: "f", of: PageSubject("proxy", isLive: true))
        let reader = feed.stream(after: nil)
        #expect(feed.readers == 1)
        reader.abandon()
        #expect(feed.readers == 0)
    }

    @Test func `ending the feed ends the stream`() {
        let feed = LiveFeed(named: "f", of: PageSubject("proxy", isLive: true))
        let reader = feed.stream(after: nil)
        _ = text(reader)
        feed.end()
        #expect(reader.take(atMost: 1) == .end(trailers: [:]))
    }

    @Test func `rows under way follow the finished rows, and each reader gets the latest`() {
        let feed = LiveFeed(named: "f", of: PageSubject("proxy", isLive: true))
        feed.show(underWay: rows(1..<3), of: 7)
        let reader = feed.stream(after: nil)
        #expect(
            text(reader).hasSuffix(
                "event: underway\ndata: {\"count\":7,\"rows\":[{\"number\":1},{\"number\":2}]}\n\n"
            )
        )
        feed.add(rows(1..<2))
        #expect(text(reader) == "id: f-1\nevent: rows\ndata: [{\"number\":1}]\n\n")
        feed.show(underWay: rows(2..<3), of: 1)
        feed.show(underWay: [], of: 0)
        let told = text(reader)
        #expect(told.hasSuffix("event: underway\ndata: {\"count\":0,\"rows\":[]}\n\n"))
        // It has no identifier: a reader that comes back goes on behind the rows that it got.
        #expect(!told.contains("id: "))
        let late = text(feed.stream(after: "f-1"))
        #expect(numbers(late) == [] && late.contains("\"count\":0") && !late.contains("\"count\":7"))
    }

    @Test func `a slow reader gets only the latest rows under way`() {
        let feed = LiveFeed(named: "f", of: PageSubject("proxy", isLive: true))
        let reader = feed.stream(after: nil)
        let long = [UInt8](repeating: UInt8(ascii: "1"), count: 10_000)
        for count in 1...2000 { feed.show(underWay: [long], of: count) }
        #expect(reader.written < 2_000_000)
        #expect(text(reader).contains("\"count\":2000,"))
    }

    @Test func `news has no identifier, and each reader gets the latest`() {
        let feed = LiveFeed(named: "f", of: PageSubject("run", isLive: true))
        feed.tell(PageNotices("It waits."))
        let reader = feed.stream(after: nil)
        #expect(
            text(reader).hasSuffix("event: news\ndata: {\"sentence\":\"It waits.\",\"reports\":[]}\n\n")
        )
        feed.tell(PageNotices("It is over.", reports: [.init(1, "dsl")]))
        let told = text(reader)
        #expect(told.contains("\"reports\":[{\"number\":1,\"title\":\"dsl\"}]") && !told.contains("id: "))
        let late = text(feed.stream(after: nil))
        #expect(late.contains("It is over.") && !late.contains("It waits."))
    }

    @Test func `the first event explains each ledger cause`() {
        let causes = ["tls": "TLS handshakes were done", "dns": "names were looked up"]
        let feed = LiveFeed(named: "f", of: PageSubject("run", isLive: true, causes: causes))
        let words = "\"causes\":{\"dns\":\"names were looked up\",\"tls\":\"TLS handshakes were done\"}"
        #expect(text(feed.stream(after: nil)).contains(words))
    }
}
