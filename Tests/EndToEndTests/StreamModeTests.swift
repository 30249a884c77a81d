import Foundation
import TestSupport
import Testing

/// Needs no rights at all, which is the mode's purpose.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct `Stream mode` {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    /// nlc/dsl: 2 Mbit/s down, 256 kbit/s up, 5 ms each way.
    private static let (down, up, delay) = (2e6, 256e3, 5e-3)

    /// In seconds: the packets of `bytes`, with 52 bytes of headers for every 1448.
    private static func service(_ bytes: Int, _ rate: Double) -> Double {
        Double(bytes + 52 * ((bytes + 1447) / 1448)) * 8 / rate
    }

    /// In seconds: an exchange alone on the line, including its handshake, if any.
    private static func alone(_ transfer: ResultDocument.Transfer) -> Double {
        let handshake = 60 * 8 / up + delay + 60 * 8 / down + delay + 52 * 8 / up
        let response = service((transfer.headerBytes ?? 0) + transfer.bodyBytes, down) + delay
        let request = service(transfer.requestBytes ?? 0, up) + delay
        return (transfer.newConnection == true ? handshake : 0) + request + response
    }

    @Test
    func `paces the dsl scenario according to bytes and delays`() throws {
        let run = try MeasuredRun.trusted("dsl", "--link", "stream")
        #expect(run.result.outcome == "ok", "\(run.result.expectations.filter { $0.held != true })")
        #expect(run.output.status == 0)
        #expect(run.result.link.mode == "stream")
        #expect(run.result.link.lossAsDelay == false)
        #expect(run.result.link.carrier == nil)
        #expect(run.result.link.congestion == nil)

        let inTurn = run.result.transfers("in-turn")
        #expect(inTurn.map(\.bodyBytes) == [125_724, 310_448, 1_152_812])
        for transfer in inTurn {
            let measured = Double(try #require(transfer.exchangeNs)) / 1e9
            let expected = Self.alone(transfer)
            #expect(abs(measured / expected - 1) <= 0.02, "\(transfer.file): \(measured), \(expected)")
            #expect(transfer.capture == nil)
            #expect((transfer.wireDownBytes ?? 0) > transfer.bodyBytes)
        }
        let together = try #require(run.result.steps.first { $0.name == "together" })
        let bytes = run.result.transfers("together").reduce(0) { $0 + $1.bodyBytes + ($1.headerBytes ?? 0) }
        let (makespan, total) = (Double(together.makespanNs) / 1e9, Self.service(bytes, Self.down))
        #expect(abs(makespan / total - 1) <= 0.02, "\(makespan), \(total)")
    }

    @Test
    func `captures nothing, and every report names the mode`() throws {
        let output = try Netlab.run("run", "tiers", "--link", "stream", "--out", "run", in: folder)
        let line = "\n\nline: stream mode (byte streams, no packets)"
        #expect(output.output.contains(line), "\(output.errors)")
        #expect(!output.errors.contains("warning: run"), "\(output.errors)")
        let result = try ResultDocument(file: folder.file("run/result.json"))
        #expect(result.findings.contains { $0.contains("byte streams, not packets") })
        for name in ["client.pcapng", "server.pcapng"] {
            #expect(!FileManager.default.fileExists(atPath: folder.file("run/\(name)")))
        }
        #expect(FileManager.default.fileExists(atPath: folder.file("run/link.jsonl")))
        let series = try Netlab.run("run", "policies", "--link", "stream", in: folder)
        #expect(series.output.contains("all runs (stream mode"))
    }

    @Test
    func `refuses loss unless requested as delay, and counts recoveries then`() throws {
        let refused = try Netlab.run(
            "run",
            "tiers",
            "--link",
            "stream",
            "--set",
            "link.down.loss=3%",
            in: folder
        )
        #expect(refused.status == 3)
        #expect(refused.errors.contains("down.loss"), "\(refused.errors)")
        #expect(refused.errors.contains("--loss-as-delay"), "\(refused.errors)")
        let run = try MeasuredRun.once(
            "tiers",
            "--link",
            "stream",
            "--set",
            "link.down.loss=3%",
            "--loss-as-delay"
        )
        #expect(run.result.link.lossAsDelay == true)
        #expect((run.result.link.recoveries ?? 0) > 0)
        #expect(run.result.transfers("cold").map(\.bodyBytes) == [12_000, 60_000, 180_000])
        #expect(run.result.findings.contains { $0.contains("modelled as delay") })
    }

    @Test
    func `refuses expectations that need a capture`() throws {
        try folder.write(
            "seen.yaml",
            """
            netlab: 1
            link: { profile: dsl }
            origin: { files: { a.jpg: { image: jpeg, size: 9 kB } } }
            steps: [ { name: cold, fetch: [a.jpg] } ]
            expect: [ cold.retransmittedBytes == 0 B ]

            """
        )
        let output = try Netlab.run("run", "seen.yaml", "--link", "stream", in: folder)
        #expect(output.status == 3)
        #expect(output.errors.contains("nothing is captured"), "\(output.errors)")
        #expect(output.errors.contains("--link packet"), "\(output.errors)")
    }

    @Test(.enabled(if: Netlab.isRoot, "needs root"))
    func `is the fallback of auto when namespaces are refused, with a warning`() throws {
        // The limits apply to a user namespace that ends with the shell; the machine's own stay unchanged.
        let forbid = """
            echo 0 > /proc/sys/user/max_user_namespaces && echo 0 > /proc/sys/user/max_net_namespaces &&
            """
        let output = try Netlab.shell(
            "unshare -Ur sh -c '\(forbid) exec \"$NETLAB\" run tiers --json'",
            in: folder
        )
        let result = try ResultDocument(json: output.output)
        #expect(result.link.mode == "stream")
        #expect(result.outcome == "ok" || !result.emulation.trusted, "\(result.expectations)")
        for words in ["warning: packet mode is not available", "stream mode instead", "netlab doctor"] {
            #expect(output.errors.contains(words), "\(output.errors)")
        }
        // If the attempt got as far as its own empty network, which has no loopback yet.
        let stranded = try Netlab.shell(
            """
            unshare -Ur sh -c 'echo 1 > /proc/sys/user/max_net_namespaces &&
            exec setpriv --bounding-set=-all --inh-caps=-all "$NETLAB" run tiers --json'
            """,
            in: folder
        )
        let second = try ResultDocument(json: stranded.output)
        #expect(second.link.mode == "stream")
        #expect(second.outcome == "ok" || !second.emulation.trusted, "\(stranded.errors)")
        let lossy = try Netlab.shell(
            "unshare -Ur sh -c '\(forbid) exec \"$NETLAB\" run tiers --set link.down.loss=1%'",
            in: folder
        )
        #expect(lossy.status == 3)
        #expect(lossy.errors.contains("max_user_namespaces"), "\(lossy.errors)")
        #expect(lossy.errors.contains("down.loss"), "\(lossy.errors)")
        let doctor = try Netlab.shell("unshare -Ur sh -c '\(forbid) exec \"$NETLAB\" doctor'", in: folder)
        #expect(doctor.status == 3)
        #expect(doctor.output.contains("--link stream"), "\(doctor.output)")
    }
}
