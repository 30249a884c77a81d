import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(5)))
struct `A run through netlab's own proxy` {
    private static let scenario = """
        netlab: 1
        name: proxied
        proxy: true
        link: { profile: nlc/dsl, down: { rate: 20 Mbit/s } }
        origin: { ORIGIN files: { a.jpg: { image: jpeg, size: 300 KiB }, b.jpg: { image: jpeg, size: 40 kB } } }
        client: { policy: none }
        steps:
          - { name: cold, fetch: [a.jpg, b.jpg], start: in-turn }
          - forget: connections
          - wait: 50 ms
          - { name: again, fetch: [a.jpg, b.jpg] }
        expect:
          - cold.proxy.sizeBytes == cold.capture.sizeBytes
          - again.proxy.keptAlive != none

        """

    private static func run(_ origin: String, _ more: String...) throws -> MeasuredRun {
        let folder = try ScratchFolder()
        try folder.write("proxied.yaml", scenario.replacing("ORIGIN", with: origin))
        return try MeasuredRun.trusted(folder.file("proxied.yaml"), agreeing: false)
    }

    @Test(
        .enabled(if: Netlab.isRoot, "needs root"),
        arguments: ["", "tls: true,", "tls: true, http: [h2, http/1.1],"]
    )
    func `has three agreeing witnesses, and the client measures only the proxy's handshake`(
        _ origin: String
    ) throws {
        let run = try Self.run(origin)
        #expect(run.output.status == 0, "\(run.output.errors)")
        #expect(run.result.transfers.count == 4)
        for transfer in run.result.transfers {
            let (log, proxy) = (try #require(transfer.clientLog), try #require(transfer.proxy))
            let capture = try #require(transfer.capture)
            #expect(log.sizeBytes == proxy.sizeBytes && capture.sizeBytes == proxy.sizeBytes)
            #expect(log.sizeBytes == (transfer.file == "a.jpg" ? 307_200 : 40_000))
            // The proxy's times lie within the client's, and the capture's are the proxy's.
            #expect(proxy.requestNs >= log.requestNs - ResultDocument.tolerance)
            #expect(proxy.lastByteNs <= log.lastByteNs)
            #expect(abs(proxy.durationNs - capture.durationNs) <= 10 * ResultDocument.tolerance)
            #expect(abs(proxy.requestNs - capture.requestNs) <= 10 * ResultDocument.tolerance)
            let rows = try #require(transfer.ledger).rows
            #expect(rows.values.reduce(0, +) == transfer.durationNs)
            #expect((rows["unexplained"] ?? 0) < 1_000_000, "\(rows)")
        }
        // 5 ms each way: a round trip for the proxy, nothing of the kind for the client.
        let first = try #require(run.result.transfers("cold").first)
        let phases = try #require(first.phases)
        #expect(first.newConnection == true && phases.connectNs < 5_000_000)
        #expect(try #require(first.proxy).phases.connectNs >= 10_000_000 && first["connect"] >= 10_000_000)
        // The client opened new connections, but the proxy had kept its own.
        let again = run.result.transfers("again")
        #expect(again.contains { $0.newConnection == true && $0.proxy?.keptAlive == true })
        let explained = try Program(Netlab.path, ["explain", run.path]).run()
        #expect(explained.output.contains("handshakes with the proxy on its own host"), "\(explained.errors)")
        #expect(!explained.output.contains("was edited"), "\(explained.output)")
    }

    @Test func `needs no privileges over byte streams`() throws {
        let folder = try ScratchFolder()
        let text = Self.scenario.replacing("ORIGIN", with: "tls: true,")
            .replacing("  - cold.proxy.sizeBytes == cold.capture.sizeBytes\n", with: "")
        try folder.write("proxied.yaml", text)
        let run = try MeasuredRun.once(folder.file("proxied.yaml"), "--link", "stream")
        #expect(run.output.status == 0 || run.result.emulation.trusted == false, "\(run.output.errors)")
        for transfer in run.result.transfers {
            #expect(transfer.proxy?.sizeBytes == transfer.clientLog?.sizeBytes)
        }
    }

    @Test func `is refused for exec`() throws {
        let folder = try ScratchFolder()
        try folder.write("proxied.yaml", Self.scenario.replacing("ORIGIN", with: ""))
        let output = try Program(
            Netlab.path,
            ["exec", "--scenario", folder.file("proxied.yaml"), "--", "true"]
        ).run()
        #expect(output.status == 125 && output.errors.contains("--set proxy=false"), "\(output.errors)")
    }
}
