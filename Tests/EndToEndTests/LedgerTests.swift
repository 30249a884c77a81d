import Foundation
import Synchronization
import TestSupport
import Testing

@Suite(.enabled(if: Netlab.isRoot, "needs root"), .serialized, .timeLimit(.minutes(10)))
struct `The ledger` {
    private static func scenario(
        _ link: String,
        _ origin: String = "",
        _ fetch: String = "a.jpg",
        _ client: String = "policy: none"
    ) -> String {
        """
        netlab: 1
        name: planted
        seed: 2
        link: { rtt: 20 ms, down: { rate: 10 Mbit/s \(link) }, up: { rate: 10 Mbit/s } }
        origin:
          \(origin)
          files: { a.jpg: { image: jpeg, size: 200 kB }, b.jpg: { image: jpeg, size: 400 kB },
                   c.jpg: { image: jpeg, size: 30 kB } }
        client: { \(client) }
        steps: [ { name: cold, fetch: \(fetch) } ]
        """
    }

    /// Transfers without a planted fault, by file: made once for all comparisons.
    private static let plain = Mutex<[String: ResultDocument.Transfer]>([:])

    private func plain(_ file: String = "a.jpg") throws -> ResultDocument.Transfer {
        if let known = Self.plain.withLock({ $0[file] }) { return known }
        let made = try transfer(Self.scenario("", "", file))
        Self.plain.withLock { $0[file] = made }
        return made
    }

    private func transfer(
        _ scenario: String,
        agreeing: Bool = true
    ) throws -> ResultDocument.Transfer {
        let folder = try ScratchFolder()
        try folder.write("planted.yaml", scenario)
        let run = try MeasuredRun.trusted(folder.file("planted.yaml"), agreeing: agreeing)
        return try #require(run.result.transfers.first)
    }

    @Test(arguments: [
        ("server", "", "delay: 300 ms", "a.jpg"), ("sharing", "", "", "[a.jpg, b.jpg]"),
        ("tls", "", "tls: { version: 1.2 }", "a.jpg"),
        (
            "recovery", ", loss: { gilbertElliott: { toBad: 1 %, toGood: 12 %, lossInBad: 100 % } }", "",
            "a.jpg"
        ),
    ])
    func `names the fault that was injected`(
        _ cause: String,
        _ link: String,
        _ origin: String,
        _ fetch: String
    )
        throws
    {
        let plain = try plain()
        let faulty = try transfer(Self.scenario(link, origin, fetch))
        let causes = Set(plain.ledger?.rows.keys.map { $0 } ?? [])
        let extra = causes.map { (cause: $0, time: faulty[$0] - plain[$0]) }
        #expect(extra.max { $0.time < $1.time }?.cause == cause, "\(extra)")
    }

    @Test(arguments: [
        // At most 64 KB are in flight, then 8.
        ("receiver", "policy: none, receiveBuffer: 16 KiB", "a.jpg"),
        // The buffer fills while nothing is read.
        ("receiver", "policy: none, receiveBuffer: 64 KiB", "{ file: a.jpg, pause: 400 ms }"),
        // The buffer holds all the rest, which has arrived and is delivered late.
        ("delivery", "policy: none, receiveBuffer: 4 MiB", "{ file: c.jpg, pause: 400 ms }"),
    ])
    func `names a client that pauses or has a small receive buffer`(
        _ cause: String,
        _ client: String,
        _ fetch: String
    )
        throws
    {
        let file = fetch.contains("c.jpg") ? "c.jpg" : "a.jpg"
        let plain = try plain(file)
        let faulty = try transfer(Self.scenario("", "", fetch, client), agreeing: false)
        let extra = (plain.ledger?.rows.keys.map { $0 } ?? []).map { ($0, faulty[$0] - plain[$0]) }
        #expect(extra.max { $0.1 < $1.1 }?.0 == cause, "\(extra)")
        #expect(faulty.durationNs > plain.durationNs + 100_000_000)
    }

    @Test(arguments: ["dsl", "tiers", "etag-304"])
    func `adds up, with almost no unexplained time`(_ scenario: String) throws {
        let run = try BundledRun.of(scenario)
        for transfer in run.result.transfers {
            let duration = transfer.durationNs
            #expect(transfer.ledger?.rows.values.reduce(0, +) == duration)
            #expect(
                transfer["unexplained"] <= max(200_000, duration / 1000),
                "\(transfer.step) \(transfer.file)"
            )
            #expect(
                transfer["emulation"] <= max(500_000, duration / 500),
                "\(transfer.step) \(transfer.file)"
            )
            guard let theory = transfer.theory, transfer.retransmittedBytes == 0 else { continue }
            #expect(transfer["payload"] == theory.articleNs)
        }
        let explained = try Netlab.run("explain", run.path, "--json", in: run.folder)
        #expect(explained.status == 0 && explained.output.contains("netlab.explanation/1"))
        #expect(explained.output.contains("\"missing\": []"))
    }
}
