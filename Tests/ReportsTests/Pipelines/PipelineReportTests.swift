import Foundation
import FoundationXML
import Reports
import Runs
import TestSupport
import Testing

@Suite struct `Reports for pipelines` {
    private func result() -> RunResult {
        var result = SampleResult.dsl()
        result.scenario = "a <\"b\">"
        result.outcome = .expectationsFailed
        func expectation(_ text: String, _ verdict: ExpectationResult.Verdict) -> ExpectationResult {
            ExpectationResult(text: text, line: 7, verdict: verdict, actual: .text("3 s & \"more\" #1"))
        }
        result.expectations = [
            expectation("cold.duration < 1 s", .held), expectation("warm.duration < 2 s", .notHeld),
            expectation("warm.speed > 1", .notJudged), expectation("late.speed > 1", .notRun),
        ]
        return result
    }

    private func junit(_ results: [RunResult], file: String? = "a&b.yaml") -> String {
        JUnitReport(results.map { PipelineRun($0, file: file) }).text
    }

    /// What a reader of the XML is told.
    private final class Reading: NSObject, XMLParserDelegate {
        var elements: [(name: String, attributes: [String: String])] = []
        /// What stands between the tags of the element that was opened last.
        var texts: [String: [String]] = [:]
        private var isOpen = false

        func parser(
            _ parser: XMLParser,
            didStartElement name: String,
            namespaceURI: String?,
            qualifiedName: String?,
            attributes: [String: String]
        ) {
            elements.append((name, attributes))
            texts[name, default: []].append("")
            isOpen = true
        }

        func parser(_ parser: XMLParser, foundCharacters text: String) {
            guard isOpen, let name = elements.last?.name, let last = texts[name]?.indices.last else { return }
            texts[name]?[last] += text
        }

        func parser(
            _ parser: XMLParser,
            didEndElement name: String,
            namespaceURI: String?,
            qualifiedName: String?
        ) {
            isOpen = false
        }

        func of(_ name: String) -> [[String: String]] {
            elements.filter { $0.name == name }.map(\.attributes)
        }
    }

    private func read(_ text: String) throws -> Reading {
        let reading = Reading()
        let parser = XMLParser(data: Data(text.utf8))
        parser.delegate = reading
        #expect(parser.parse(), "\(parser.parserError.map { "\($0)" } ?? "")")
        return reading
    }

    @Test func `JUnit has one test case for each expectation and one for the run`() throws {
        let reading = try read(junit([result()]))
        #expect(reading.of("testsuites").first?["tests"] == "5")
        let suite = try #require(reading.of("testsuite").first)
        #expect(suite["failures"] == "1" && suite["errors"] == "0" && suite["skipped"] == "2")
        #expect(suite["name"] == "a <\"b\">")
        let names = reading.of("testcase").compactMap { $0["name"] }
        #expect(
            names == [
                "the run", "cold.duration < 1 s", "warm.duration < 2 s", "warm.speed > 1", "late.speed > 1",
            ]
        )
        #expect(reading.of("failure").map { $0["message"] } == ["found 3 s & \"more\" #1"])
        #expect(reading.of("skipped").compactMap { $0["message"]?.prefix(7) } == ["not jud", "not run"])
    }

    @Test func `the XML has times, the file and findings`() throws {
        var result = result()
        result.expectations[0].text = "together.makespan < 7 s"
        result.expectations[1].text = "p(95, in-turn.duration) < 1 s"
        result.expectations[2].text = "cold[together.jpg].duration < 1 s"
        let reading = try read(junit([result]))
        #expect(reading.of("testsuite").first?["file"] == "a&b.yaml")
        let total = result.steps.reduce(0) { $0 + $1.makespan }
        #expect(total == 13_290_031_000)
        for name in ["testsuites", "testsuite"] { #expect(reading.of(name).first?["time"] == "13.290") }
        #expect(
            reading.of("testcase").compactMap { $0["time"] } == [
                "13.290", "6.624", "6.648", "0.000", "0.000",
            ]
        )
        #expect(reading.texts["system-out"] == ["found 3 s & \"more\" #1"])
        #expect(
            reading.texts["failure"] == [
                """
                expected p(95, in-turn.duration) < 1 s
                found    3 s & "more" #1
                line 7 of a&b.yaml
                """
            ]
        )
        result.expectations[0].text = "hitRatio(in-turn) >= 90 %"
        #expect(try read(junit([result])).of("testcase").map { $0["time"] }[1] == "6.648")
        #expect(try read(junit([result], file: nil)).of("testsuite").first?["file"] == nil)
    }

    /// Elements and attributes that all versions of the schema have by which Jenkins' xUnit plugin validates, as far as they
    /// concern this report.
    private static let jenkins: [String: Set<String>] = [
        "testsuites": ["name", "time", "tests", "failures", "errors"],
        "testsuite": [
            "name", "tests", "failures", "errors", "skipped", "time", "timestamp", "hostname", "id",
            "package", "file", "log", "url",
        ],
        "testcase": ["name", "classname", "time", "group"],
        "failure": ["message", "type"], "error": ["message", "type"], "skipped": ["message", "type"],
        "system-out": [],
    ]

    @Test(arguments: [nil, "the disk is full"])
    func `the XML uses only what Jenkins' schema allows`(_ failure: String?) throws {
        var result = result()
        if failure != nil { (result.outcome, result.failure) = (.failed, failure) }
        let reading = try read(junit([result, result]))
        for (name, attributes) in reading.elements {
            let allowed = try #require(Self.jenkins[name], "\(name)")
            #expect(allowed.isSuperset(of: attributes.keys), "\(name): \(attributes.keys)")
        }
        for time in reading.elements.compactMap({ $0.attributes["time"] }) {
            #expect(time.wholeMatch(of: /[0-9]{1,3}(\.[0-9]{0,3})?/) != nil, "\(time)")
        }
    }

    @Test(.enabled(if: Program.find("prove") != nil, "needs prove"))
    func `prove parses the TAP output`() throws {
        let folder = try ScratchFolder()
        try folder.write("failed.tap", TAPReport([result()]).text)
        var held = result()
        held.outcome = .ok
        held.expectations.remove(at: 1)
        try folder.write("held.tap", TAPReport([held, held]).text)
        let prove = try #require(Program.find("prove"))
        let good = try Program(prove, ["-v", "-e", "cat", "held.tap"], in: folder.path).run()
        #expect(good.status == 0 && good.output.contains("Tests=8"), "\(good.output)\(good.errors)")
        let bad = try Program(prove, ["-e", "cat", "failed.tap"], in: folder.path).run()
        #expect(bad.status != 0 && bad.output.contains("Failed test:  3"), "\(bad.output)\(bad.errors)")
        #expect(!bad.output.contains("Parse errors") && !bad.output.contains("Bad plan"), "\(bad.output)")
    }

    @Test(arguments: [
        (RunResult.Outcome.failed, "the disk is full"), (.interrupted, "it was interrupted"),
        (.untrusted, "the figures cannot be trusted: the recorders missed 3 packets"),
    ])
    func `an unsuccessful run is an error, not a failure`(
        _ outcome: RunResult.Outcome,
        _ reason: String
    ) throws {
        var result = result()
        result.outcome = outcome
        if outcome == .failed { result.failure = reason }
        if outcome == .untrusted { result.emulation.doubts = [.missed(packets: 3)] }
        #expect(try read(junit([result])).of("error").map { $0["message"] } == [reason])
        #expect(
            TAPReport([result]).text.contains(
                "not ok 1 - a <\"b\">: the run\n  ---\n  reason: \"\(reason)\"\n"
            )
        )
    }

    @Test func `TAP has one test for each expectation and one for the run`() {
        #expect(
            TAPReport([result()]).text == """
                TAP version 13
                1..5
                ok 1 - a <"b">: the run
                ok 2 - a <"b">: cold.duration < 1 s
                not ok 3 - a <"b">: warm.duration < 2 s
                  ---
                  found: "3 s & \\"more\\" #1"
                  ...
                ok 4 - a <"b">: warm.speed > 1 # SKIP not judged: 3 s & "more" \\#1
                ok 5 - a <"b">: late.speed > 1 # SKIP not run: 3 s & "more" \\#1

                """
        )
    }

    @Test func `a series of runs is one report`() throws {
        var second = result()
        second.repetition = 2
        let reading = try read(junit([result(), second]))
        #expect(reading.of("testsuites").first?["tests"] == "10")
        #expect(reading.of("testsuite").compactMap { $0["name"] } == ["a <\"b\">", "a <\"b\"> (run 2)"])
        #expect(TAPReport([result(), second]).text.contains("\n1..10\n"))
    }

    @Test func `hostile text breaks no line and no XML element`() throws {
        var result = result()
        result.expectations[1].text = "]]></testcase>\n1..1\nok 9\u{1B}[2J"
        // A sign with a mark on it is still that sign to a reader of bytes.
        result.expectations[2].text = "<\u{301}/testcase> #\u{301} SKIP"
        #expect(try read(junit([result])).of("testcase").count == 5)
        let bytes = TAPReport([result]).text.utf8.map { $0 < 0x80 ? $0 : UInt8(ascii: "?") }
        #expect(String(decoding: bytes, as: UTF8.self).contains("\\#?"))
        #expect(TAPReport([result]).text.split(separator: "\n").count { $0.hasPrefix("ok") } == 4)
    }
}
