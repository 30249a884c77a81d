import Compression
import Forwarding
import Foundation
import HTTP
import Synchronization
import TestSupport
import Testing

@testable import Proxy

@Suite(.timeLimit(.minutes(1)))
struct MirrorWriterTests {
    private final class Told: Sendable {
        let reasons = Mutex<[String]>([])
    }

    private let folder: ScratchFolder
    private let desk: MirrorWriter
    private let told = Told()

    init() throws {
        folder = try ScratchFolder()
        desk = try MirrorWriter { [told] reason in told.reasons.withLock { $0.append(reason) } }
    }

    private func copy(of path: String, coding: String? = nil) throws -> MirrorCopy {
        let action = MirrorAction(folder: folder.file("copies"))
        let rules = ProxyRules([ProxyRule(RuleMatch(), [action])])
        let request = try ForwardedRequest(
            HTTPRequestHead(method: "GET", target: "http://a.test\(path)"),
            within: nil
        )
        let place = try #require(rules.plan(for: request)?.mirror)
        var head = HTTPResponseHead(status: 200)
        head.fields["Content-Encoding"] = coding
        return try #require(MirrorCopy(place, head, at: desk))
    }

    private func names() -> [String] {
        let all = FileManager.default.enumerator(atPath: folder.file("copies"))?.allObjects as? [String]
        return (all ?? []).sorted()
    }

    @Test func `a decompression bomb is abandoned and reported`() throws {
        let bomb = try Gzip.compress([UInt8](repeating: 0, count: 64 << 20))
        #expect(bomb.count < 100_000)
        let copy = try copy(of: "/bomb", coding: "gzip")
        #expect(copy.write(bomb[...]) == nil)
        let known = copy.finish()
        desk.end()
        #expect(names() == ["a.test:80"])
        // By the exchange's end it may be known, or not yet.
        let reasons = told.reasons.withLock { $0 } + (known.map { ["\($0)"] } ?? [])
        #expect(reasons.count == 1 && reasons[0].contains("unpacks to more than"))
    }

    @Test func `highly compressible pages are mirrored`() throws {
        let page = Array(String(repeating: "<p>All work and no play</p>\n", count: 100_000).utf8)
        let copy = try copy(of: "/page", coding: "gzip")
        let packed = try Gzip.compress(page)
        #expect(copy.write(packed[...]) == nil && copy.finish() == nil)
        desk.end()
        #expect(try Data(contentsOf: URL(filePath: folder.file("copies/a.test:80/page"))).count == page.count)
    }

    @Test func `concurrent bodies for one file do not mix, and the last one wins`() throws {
        let (one, other) = (try copy(of: "/a"), try copy(of: "/a"))
        _ = (one.write([1, 1]), other.write([2]), one.write([1]), other.write([2]))
        _ = (one.finish(), other.finish())
        desk.end()
        #expect(try Array(Data(contentsOf: URL(filePath: folder.file("copies/a.test:80/a")))) == [2, 2])
        #expect(names() == ["a.test:80", "a.test:80/a"])
    }

    @Test func `a truncated body leaves no file`() throws {
        var cut: MirrorCopy? = try copy(of: "/a")
        #expect(cut?.write([1]) == nil)
        cut = nil
        desk.end()
        #expect(names() == ["a.test:80"])
    }

    @Test func `a folder that cannot be created is reported`() throws {
        try Data().write(to: URL(filePath: folder.file("copies")))
        let copy = try copy(of: "/a")
        _ = copy.write([1])
        let known = copy.finish()
        desk.end()
        #expect(known != nil || told.reasons.withLock { $0.count } == 1)
    }
}
