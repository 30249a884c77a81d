import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: Netlab.isRoot, "needs root"), .serialized, .timeLimit(.minutes(5)))
struct `The dsl scenario` {
    @Test
    func `meets its figures, and both witnesses agree`() throws {
        var known: MeasuredRun? = try BundledRun.of("dsl")
        // A short image's last packet may be the one in a hundred that was late.
        let (run, off) = try Patience.attempt("dsl") {
            defer { known = nil }
            return try known ?? MeasuredRun.trusted("dsl")
        } objection: {
            try offTheory($0.result)
        }
        #expect(off == nil)
        #expect(run.result.outcome == "ok", "\(run.output.errors)")
        #expect(run.output.status == 0)
        #expect(run.result.transfers("in-turn").map(\.bodyBytes) == [125_724, 310_448, 1_152_812])
        let together = try #require(run.result.steps.first { $0.name == "together" })
        #expect(together.sumOfDurationsNs > together.makespanNs)
        try expectAgreement(run.result)
    }

    /// The figures that differ from theory by more than 0.2 %; nil if there are none.
    private func offTheory(_ result: ResultDocument) throws -> String? {
        var figures = try result.transfers("in-turn").map { transfer in
            let told = try #require(transfer.theory?.aloneNs)
            return (name: transfer.file, measured: try #require(transfer.exchangeNs), told: told)
        }
        let together = try #require(result.steps.first { $0.name == "together" })
        let told = try #require(together.theory?.sharedNs)
        figures.append((name: "together", measured: together.makespanNs, told: told))
        let wrong = figures.filter { abs(Double($0.measured - $0.told)) > 0.002 * Double($0.told) }
        return wrong.isEmpty ? nil : "\(wrong)"
    }

    @Test
    func `takes less than half a second beyond its transfers`() throws {
        let slow = try Patience.attempt("dsl") {
            let run = try MeasuredRun.once("dsl")
            let transfers = run.result.steps.reduce(0) { $0 + $1.makespanNs }
            // The scenario itself waits a tenth of a second between its steps.
            return run.output.seconds - Double(transfers) / 1e9 - 0.1
        } objection: {
            $0 < 0.5 ? nil : "it took \($0) s beyond its transfers"
        }.objection
        #expect(slow == nil)
    }

    @Test(.enabled(if: Program.find("tshark") != nil, "needs tshark"))
    func `writes captures that tshark opens without a warning`() throws {
        let run = try BundledRun.of("dsl")
        for name in ["client.pcapng", "server.pcapng"] {
            let fields = ["-o", "tcp.reassemble_out_of_order:TRUE", "-r", "\(run.path)/\(name)"]
            let responses = try tshark(
                fields + ["-Y", "http.response", "-T", "fields", "-e", "http.content_length"]
            )
            let sizes = responses.output.split(separator: "\n").compactMap { Int($0) }.sorted()
            #expect(sizes == [125_724, 125_724, 310_448, 310_448, 1_152_812, 1_152_812])
            #expect(responses.errors.split(separator: "\n").filter { !$0.contains("Running as user") } == [])
            let malformed = try tshark(["-r", "\(run.path)/\(name)", "-Y", "_ws.malformed"])
            #expect(malformed.output == "")
            let lost = try tshark(["-r", "\(run.path)/\(name)", "-Y", "tcp.analysis.ack_lost_segment"])
            #expect(lost.output == "")
        }
    }

    private func tshark(_ arguments: [String]) throws -> ProgramOutput {
        let path = try #require(Program.find("tshark"))
        return try Program(path, arguments).run()
    }
}
