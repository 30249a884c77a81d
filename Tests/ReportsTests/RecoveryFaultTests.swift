import Analysis
import LinkModel
import Logs
import Reports
import Runs
import Testing
import Wire

/// What is missing from a folder or a capture, in words.
@Suite struct RecoveryFaultTests {
    private static let name = TransferName(step: "cold", file: "1.jpg")

    private static func span(_ start: Int64, _ end: Int64) -> Span {
        Span(start: Instant(nanoseconds: start), end: Instant(nanoseconds: end))
    }

    static let files: [(FolderFault, String)] = [
        (.absent(file: "link.jsonl"), "link.jsonl is not there"),
        (.unreadable(file: "result.json", why: "denied"), "result.json cannot be read: denied"),
        (.damaged(file: "result.json", why: "1:2: no"), "result.json is damaged: 1:2: no"),
        (
            .noScenario,
            "resolved.yaml is no scenario any more: the line is known by its rate and delay only"
        ),
        (.empty(.timingLog), "timing.jsonl is empty"),
        (
            .foreign(.linkLog, schema: "netlab.link/1"),
            "link.jsonl does not begin with netlab.link/1: what this version knows of it is told"
        ),
        (.foreignLines(.originLog, count: 3), "3 lines of origin.jsonl are no entries of it"),
    ]

    static let results: [(ResultFault, String)] = [
        (.noResult, "result.json is no result of a run"),
        (.otherVersion, "result.json is another version's: what this one knows of it is told"),
        (.empty(.steps), "result.json has no steps"),
        (
            .unreadable(.transfers, [.transfer(name), .name("b.jpg"), .place(3)]),
            "result.json has transfers that cannot be read, and are left out: cold[1.jpg], b.jpg, the one in place 3"
        ),
        (
            .unknownCarrier,
            "result.json does not say what carried the line: packets are taken for granted"
        ),
        (.unknownTrust, "result.json does not say whether its figures can be trusted"),
        (.sameNumber(3), "two transfers of result.json have the number 3"),
    ]

    static let contradictions: [(ResultContradiction, String)] = [
        (
            .rate(.down, told: 16_000_000, found: 8_000_000),
            "the line down carries 16 Mbit/s by result.json, 8 Mbit/s by resolved.yaml"
        ),
        (
            .delay(.up, told: 6_000_000, found: 5_000_000),
            "the line up delays by 6.0 ms by result.json, 5.0 ms by resolved.yaml"
        ),
        (
            .utilisation(step: "cold", told: 0.5, found: 0.25),
            "in step cold the line was sending for 50.00 % by result.json, 25.00 % by link.jsonl"
        ),
        (
            .wireBytes([name], .up, told: 9000, found: 40),
            "the connection of cold[1.jpg] carried up 9000 B by result.json, 40 B by link.jsonl"
        ),
        (
            .wireBytes([name, name, name, name], .down, told: 2, found: 1),
            "the connection of cold[1.jpg], cold[1.jpg], cold[1.jpg] and others carried down 2 B by result.json, 1 B by link.jsonl"
        ),
        (
            .bodyBytes(name, told: 5, found: 1920),
            "cold[1.jpg] had a body of 5 B by result.json, 1920 B by origin.jsonl"
        ),
        (
            .headerBytes(name, told: 7, found: 960),
            "cold[1.jpg] had a head of 7 B by result.json, 960 B by origin.jsonl"
        ),
        (
            .status(name, told: 404, found: 200),
            "cold[1.jpg] was answered with 404 by result.json, 200 by origin.jsonl"
        ),
        (
            .source(name, told: .memory, found: .network),
            "cold[1.jpg] came from memory by result.json, network by timing.jsonl"
        ),
        (
            .ledger(name, .server, told: 1_000_000, found: 2_000_000),
            "of the time of cold[1.jpg], server had 1.0 ms by result.json, 2.0 ms by the logs"
        ),
    ]

    static let faults: [(RecoveryFault, String)] = [
        (.transfersOfLog(hasResult: true), "the transfers are those of the timing log"),
        (.proxyUntold, "the timing log does not tell the proxy's part of the time apart"),
        (
            .transfersOfLog(hasResult: false),
            "without result.json the transfers are those of the timing log"
        ),
        (
            .times(name, told: span(1_000_000, 3_000_000), found: span(2_000_000, 5_000_000)),
            "cold[1.jpg] took 2.0 ms from 1.0 ms on by result.json, 3.0 ms from 2.0 ms on by timing.jsonl: one of them was edited"
        ),
        (
            .bodies(name, received: 5, onWire: 1920),
            "cold[1.jpg] brought 5 B and 1920 B over the wire, both by result.json: it was edited"
        ),
        (
            .stepTimes(step: "cold"),
            "the times of step cold are not those of its transfers: result.json was edited, and the transfers count"
        ),
        (
            .stepCounts(step: "cold"),
            "the requests, hits or overlap of step cold are not those of its transfers: result.json was edited, and the transfers count"
        ),
        (
            .stepAbsent(step: "cold"),
            "result.json does not tell of step cold: it is put together from its transfers"
        ),
        (
            .lineRate(.down, 4_000_000),
            "the packets of link.jsonl did not go down at 4 Mbit/s, as resolved.yaml has it: one of them was edited"
        ),
        (
            .lineDelay(.up, 6_000_000),
            "the packets of link.jsonl were not 6.0 ms on their way up, as resolved.yaml has it: one of them was edited"
        ),
        (
            .backwards(entries: 2),
            "2 entries of link.jsonl have times that run backwards, and are left out"
        ),
        (
            .torn(transfers: 2),
            "link.jsonl does not have all packets of 2 transfers: their rows are estimated"
        ),
        (
            .ledgers(transfers: nil, isLogged: true),
            "result.json has no ledger of its transfers: it was worked out again from the logs"
        ),
        (
            .ledgers(transfers: 2, isLogged: false),
            "result.json has no ledger of 2 of its transfers: it is estimated"
        ),
        (
            .rows(name, sum: 5, duration: 2_000_000),
            "the rows of cold[1.jpg] add up to 5 ns, not to its 2.0 ms: result.json was edited"
        ),
        (.cutResponses(2), "of 2 responses the capture does not have all bytes"),
        (.partialExchanges(1), "of 1 exchange the capture has a part only"),
        (
            .encryptedExchanges(3),
            "3 exchanges are encrypted, and their keys are not there (most programs write them with "
                + "SSLKEYLOGFILE=FILE, and --keylog FILE reads them)"
        ),
    ]

    @Test(arguments: files)
    func `a file that is not as a run wrote it is named`(fault: FolderFault, words: String) {
        #expect(RecoveryFault.folder(fault).words == words)
    }

    @Test(arguments: results)
    func `a result that is not as a run wrote it is told`(fault: ResultFault, words: String) {
        #expect(RecoveryFault.result(fault).words == words)
    }

    @Test(arguments: contradictions)
    func `a contradiction has both figures and its witness`(fault: ResultContradiction, words: String) {
        #expect(RecoveryFault.contradiction(fault).words == words + ": one of them was edited")
    }

    @Test(arguments: faults)
    func `a fault is a sentence`(fault: RecoveryFault, words: String) {
        #expect(fault.words == words)
    }

    @Test func `faults stand in one sentence where there is room for one`() {
        #expect(
            [RecoveryFault.torn(transfers: 1), .folder(.empty(.linkLog))].words
                == "link.jsonl does not have all packets of 1 transfer: its rows are estimated; link.jsonl is empty"
        )
    }
}
