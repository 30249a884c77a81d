import Foundation
import TestSupport
import Testing

/// Whether this netlab speaks HTTP/3 here: its libraries are not in every Debian.
private let speaksHTTP3: Bool = {
    guard let folder = try? ScratchFolder() else { return false }
    let checked = try? Netlab.shell("\(Netlab.path) serve --http3 --quiet & sleep 1; kill $!", in: folder)
    return checked.map { !$0.errors.contains("HTTP/3") } ?? false
}()

@Suite(
    .serialized,
    .enabled(if: Netlab.isRoot, "needs root"),
    .enabled(if: speaksHTTP3, "needs ngtcp2 and nghttp3: Scripts/install-http3"),
    .timeLimit(.minutes(5))
)
struct `A run over HTTP/3` {
    /// The bundled scenario by HTTP/3, without losses and with one more setting.
    private static func lossless(_ setting: String) throws -> ResultDocument {
        try MeasuredRun.trusted(
            "http3",
            "--set",
            "client.http=h3",
            "--set",
            "link.down.loss=0%",
            "--set",
            "link.up.loss=0%",
            "--set",
            setting
        ).result
    }

    /// Each step takes as long as theory says, but for one part of so many.
    private static func expectTheory(_ run: ResultDocument, within parts: Int64) throws {
        for step in run.steps {
            let told = try #require(step.theory?.sharedNs)
            #expect(
                abs(step.makespanNs - told) < told / parts,
                "\(step.name): \(step.makespanNs), told \(told)"
            )
        }
    }

    @Test
    func `is explained to the last nanosecond, with losses, and seen by the capture`() throws {
        let runs = try MeasuredRun.trustedSeries(of: "http3")
        #expect(runs.map { $0.matrix?["client.http"] } == ["http/1.1", "h2", "h3"])
        let run = runs[2]
        #expect(run.outcome == "ok")
        #expect(run.transfers.allSatisfy { $0.httpVersion == "HTTP/3" && $0.status == 200 })
        #expect(run.transfers.count { $0.newConnection == true } == 1)
        #expect(Set(run.transfers.compactMap(\.httpStream)).count == 24)
        for transfer in run.transfers {
            let rows = try #require(transfer.ledger?.rows)
            #expect(rows.values.reduce(0, +) == transfer.durationNs, "\(transfer.file)")
            #expect(rows["unexplained"] == 0, "\(transfer.file)")
            #expect(transfer.capture?.sizeBytes == transfer.clientLog?.sizeBytes, "\(transfer.file)")
        }
    }

    @Test
    func `without losses takes as long as both ends' own code over the simulated line`() throws {
        let run = try Self.lossless("client.http=h3")
        try Self.expectTheory(run, within: 100)
    }

    @Test(.enabled(if: !InstalledKernels.all.isEmpty, "needs a guest kernel: make virtual-kernel"))
    func `is the same to the byte twice in virtual time`() throws {
        let words = ["http3", "--set", "client.http=h3"]
        let runs = try (0..<2).map { _ in try MeasuredRun.once(words[0], words[1], words[2]) }
        let captures = try runs.map { try Data(contentsOf: URL(filePath: "\($0.path)/client.pcapng")) }
        #expect(captures[0] == captures[1])
    }

    @Test(
        .enabled(if: !InstalledKernels.all.isEmpty, "needs a guest kernel: make virtual-kernel"),
        arguments: ["link.mtu=1280", "link.mtu=1400"]
    )
    func `is foretold packet by packet in virtual time`(_ setting: String) throws {
        let run = try Self.lossless(setting)
        #expect(run.transfers.allSatisfy { $0.status == 200 && $0.error == nil })
        try Self.expectTheory(run, within: 1000)
    }

    @Test
    func `opens its connection one round trip later with a retry`() throws {
        let run = try Self.lossless("origin.quic.retry=true")
        let connect = try #require(run.transfers.first { $0.newConnection == true }?.setUpNs)
        #expect(connect > 100_000_000 && connect < 110_000_000)
        try Self.expectTheory(run, within: 100)
    }

    @Test
    func `is refused where the line carries byte streams, or the origin does not offer it`() throws {
        let folder = try ScratchFolder()
        let stream = try Netlab.shell(
            "\(Netlab.path) run http3 --set client.http=h3 --link stream --loss-as-delay --out run",
            in: folder
        )
        #expect(stream.status == 3 && stream.errors.contains("HTTP/3"), "\(stream.errors)")
        let plain = try Netlab.run("check", "http2", "--set", "client.http=h3", in: folder)
        #expect(plain.status == 2 && plain.errors.contains("the client is to speak `h3`"), "\(plain.errors)")
    }

    @Test(.enabled(if: InstalledTools.has("gtlsclient"), "needs ngtcp2-client"))
    func `an origin of its own serves ngtcp2's client`() throws {
        let folder = try ScratchFolder()
        let line = """
            mkdir site got; head -c 300000 /dev/urandom > site/a.bin
            \(Netlab.path) serve site --http3 --ca ca.pem --quiet > url & server=$!
            for i in $(seq 50); do [ -s url ] && break; sleep 0.1; done
            port=$(sed 's/.*:\\([0-9]*\\).*/\\1/' url)
            gtlsclient -q --exit-on-all-streams-close --download got localhost $port https://localhost:$port/a.bin
            kill $server; wait $server; cmp site/a.bin got/a.bin && echo same
            """
        let output = try Netlab.shell(line, in: folder)
        #expect(output.output.contains("same"), "\(output.errors)")
    }
}
