import Foundation
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(5)))
struct `A run over HTTP/2` {
    /// For tests in which the line's rate does not matter.
    private static let quick = "link.down.rate=20Mbit/s"

    private func expectShared(_ transfers: [ResultDocument.Transfer]) {
        #expect(
            transfers.map(\.connection) == [1, 1, 1] && transfers.count { $0.newConnection == true } == 1
        )
        #expect(transfers.compactMap(\.httpStream).sorted() == [1, 3, 5])
        #expect(transfers.allSatisfy { $0.httpVersion == "HTTP/2" && $0.status == 200 && $0.error == nil })
        // Size of the second and third heads after compression.
        #expect(transfers.allSatisfy { ($0.headerBytes ?? 100) <= 100 })
    }

    /// The capture has every stream, with the client's times and bytes.
    private func expectWitnessed(_ run: ResultDocument) {
        #expect(run.transfers.allSatisfy { $0.capture != nil && $0.clientLog != nil })
        #expect(run.transfers.allSatisfy { $0.capture?.sizeBytes == $0.clientLog?.sizeBytes })
        #expect(run.witnessesAgree)
    }

    /// The simulator predicts when the last stream ends; alone, each would take less than among the others.
    private func expectForetold(_ run: ResultDocument) throws {
        for step in run.steps {
            let told = try #require(step.theory?.sharedNs)
            // Closing three connections before `resumed` puts some 400 bytes on the up-link (TLS's
            // close_notify, a FIN and its acknowledgement each), 12.6 ms of it, which the simulator leaves
            // out.
            let allowed = told / 100 + (step.name == "resumed" ? 12_600_000 : 0)
            #expect(
                abs(step.makespanNs - told) < allowed,
                "\(step.name): \(step.makespanNs), told \(told)"
            )
        }
        for transfer in run.transfers {
            let theory = try #require(transfer.theory)
            let (alone, shared) = (try #require(theory.aloneNs), try #require(theory.sharedNs))
            #expect(
                alone > theory.articleNs && alone <= shared + shared / 100,
                "\(transfer.step) \(transfer.file)"
            )
        }
    }

    @Test(.enabled(if: Netlab.isRoot, "needs root"))
    func `carries three images on one TLS connection where HTTP/1.1 uses three`() throws {
        let runs = try MeasuredRun.trustedSeries(of: "http2")
        #expect(runs.map { $0.matrix?["origin.http"] } == ["http/1.1", "h2"])
        for run in runs {
            #expect(run.outcome == "ok", "\(run.expectations.filter { $0.held != true })")
            #expect(run.transfers("resumed").map(\.tls?.resumed) == [true])
            #expect(run.transfers("cold").allSatisfy { $0.tls == .init(version: "1.3", resumed: false) })
        }
        let (serial, shared) = (runs[0].transfers("cold"), runs[1].transfers("cold"))
        #expect(serial.allSatisfy { $0.httpVersion == "HTTP/1.1" && $0.httpStream == nil })
        #expect(Set(serial.compactMap(\.connection)).count == 3)
        expectShared(shared)
        #expect(shared.allSatisfy { $0.headerBytes != nil })
        for run in runs { try expectForetold(run) }
        expectWitnessed(runs[1])
    }

    @Test(.enabled(if: Netlab.isRoot, "needs root"))
    func `works without TLS and logs each stream at the origin`() throws {
        let run = try MeasuredRun.trusted(
            "dsl",
            "--set",
            "origin.http=h2",
            "--set",
            "expect=[]",
            "--set",
            Self.quick
        )
        #expect(run.output.status == 0, "\(run.output.errors)")
        expectShared(run.result.transfers("together"))
        #expect(run.result.transfers("together").allSatisfy { $0.tls == nil && $0.headerBytes != nil })
        expectWitnessed(run.result)
        let inTurn = run.result.transfers("in-turn")
        #expect(inTurn.map(\.httpStream) == [1, 3, 5] && inTurn.map(\.connection) == [2, 2, 2])
        let log = try String(contentsOfFile: "\(run.path)/origin.jsonl", encoding: .utf8)
        #expect(log.split(separator: "\n").count { $0.contains(#""stream":3,"httpVersion":"HTTP/2""#) } == 2)
        #expect(!run.result.findings.contains { $0.contains("leaves out") })
    }

    @Test func `behaves the same over byte streams`() throws {
        let run = try MeasuredRun.once(
            "dsl",
            "--link",
            "stream",
            "--set",
            "origin.http=h2",
            "--set",
            "origin.tls=true",
            "--set",
            "expect=[]",
            "--set",
            Self.quick
        )
        expectStatus(run)
        expectShared(run.result.transfers("together"))
    }
}
