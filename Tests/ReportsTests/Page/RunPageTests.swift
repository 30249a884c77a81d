import Analysis
import JSON
import LinkModel
import Reports
import Runs
import Testing
import Wire

@Suite struct `A run's page` {
    private func page(_ result: RunResult, link: [LinkLogEntry] = []) -> String {
        String(decoding: RunPage(RunExplanation(result), link: link).bytes, as: UTF8.self)
    }

    /// What the page's script reads.
    private func data(_ page: String) throws -> JSONValue {
        let start = "<script type=\"application/json\" id=\"data\">"
        let rest = try #require(page.range(after: start))
        return try JSONValue(parsing: Array(page[rest].prefix { $0 != "<" }.utf8))
    }

    @Test func `holds the figures of the result`() throws {
        let result = SampleResult.dsl()
        let data = try data(page(result))
        #expect(data["schema"] == "netlab.page/1" && data["scenario"]?.text == result.scenario)
        #expect(data["transfers"]?.elements.count == result.transfers.count)
        #expect(data["steps"]?.elements.compactMap { $0["name"]?.text } == result.steps.map(\.name))
        let first = try #require(data["transfers"]?.elements.first)
        #expect(first["duration"]?.int64 == result.transfers[0].duration)
        #expect(first["file"]?.text == "small.jpg")
        #expect(data["chart"] == .null && data["flows"] == [])
    }

    @Test func `escapes the run's text in markup and script`() throws {
        var result = SampleResult.dsl()
        let hostile = "</script><script>alert(1)</script><!--"
        result.scenario = hostile
        result.transfers[0].file = hostile
        let page = page(result)
        #expect(page.split(separator: "</script>").count == 3)
        #expect(!page.contains("<script>alert") && !page.contains("<!--"))
        // Compared byte by byte: a mark that is combined with a sign hides it from comparisons of characters.
        result.scenario = "</title\u{301}><\u{301}b>"
        let title = self.page(result).utf8.split(separator: UInt8(ascii: "\n")).first {
            $0.starts(with: "<title>".utf8)
        }
        #expect(title?.count { $0 == UInt8(ascii: "<") } == 2)
        #expect(try data(page)["scenario"]?.text == hostile)
    }

    @Test func `loads nothing from any server`() {
        let page = page(SampleResult.dsl())
        #expect(page.contains("default-src 'none'"))
        for word in ["src=", "@import", "fetch(", "XMLHttpRequest", "EventSource", "\nimport ", "\nexport "] {
            #expect(!page.contains(word), "\(word)")
        }
    }

    @Test func `top-level names in its script are unique`() {
        let lines = page(SampleResult.dsl()).split(separator: "\n")
        let names = lines.compactMap { line -> Substring? in
            for word in ["function ", "const ", "class ", "let "] where line.hasPrefix(word) {
                return line.dropFirst(word.count).prefix { $0.isLetter || $0.isNumber }
            }
            return nil
        }.filter { !$0.isEmpty }
        #expect(names.count > 20)
        #expect(Set(names).count == names.count)
    }

    @Test func `takes less than a megabyte for 200 transfers`() {
        var result = SampleResult.dsl()
        let sample = result.transfers[0]
        result.transfers = (0..<200).map { number in
            var transfer = sample
            transfer.id = number
            transfer.clientPort = UInt16(2000 + number)
            return transfer
        }
        var log: [LinkLogEntry] = []
        for number in 0..<60_000 {
            let instant: Instant = .zero + Nanoseconds(number) * 100_000
            let segment = LinkSegment(
                clientPort: UInt16(2000 + number % 200),
                flags: .ack,
                sequence: UInt32(number / 200 * 1448),
                acknowledgement: UInt32(number / 200 * 1448),
                payload: number % 2 == 0 ? 1448 : 0,
                window: 65_535
            )
            log.append(
                LinkLogEntry(
                    packet: PacketIdentity(
                        direction: number % 2 == 0 ? .down : .up,
                        flow: 1,
                        number: UInt32(number)
                    ),
                    bytes: 1500,
                    arrival: instant,
                    decision: LinkDecision(
                        fate: .delivered,
                        serviceStart: instant,
                        serviceEnd: instant,
                        due: instant
                    ),
                    departure: instant,
                    segment: segment
                )
            )
        }
        let page = page(result, link: log)
        #expect(page.utf8.count < 1_000_000)
        #expect(page.contains("\"flows\":[{"))
    }
}

extension String {
    /// Everything behind the first place of a text.
    fileprivate func range(after text: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(text) { return index(start, offsetBy: text.count)..<endIndex }
            start = index(after: start)
        }
        return nil
    }
}
