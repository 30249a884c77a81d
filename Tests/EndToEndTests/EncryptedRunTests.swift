import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(5)))
struct `A run over HTTPS` {
    @Test(.enabled(if: Netlab.isRoot, "needs root"), arguments: ["true", "{ version: 1.2 }"])
    func `has its handshake in each new connection's time, and its secrets beside the captures`(
        _ encryption: String
    ) throws {
        let run = try TrustedRun.of("dsl", "--set", "origin.tls=\(encryption)", "--set", "expect=[]")
        #expect(run.output.status == 0, "\(run.output.errors)")
        // 5 ms each way, and a round trip at least in which the two ends agree.
        for transfer in run.result.transfers("together") {
            let phases = try #require(transfer.phases)
            #expect(transfer.newConnection == true && phases.tlsNs >= 10_000_000)
            #expect(phases.connectNs >= 10_000_000 && transfer.wireStatus == 200)
        }
        #expect(run.result.transfers("in-turn").dropFirst().allSatisfy { $0.phases?.tlsNs == 0 })
        guard let tshark = Program.find("tshark") else { return }
        let keys = "tls.keylog_file:\(run.path)/tls.keys"
        let seen = try Program(
            tshark,
            [
                "-r", "\(run.path)/client.pcapng", "-o", keys, "-Y", "http.response.code == 200", "-T",
                "fields",
            ]
                + ["-e", "http.content_length"]
        ).run()
        let lengths = seen.output.split(separator: "\n").map(String.init)
        #expect(lengths.sorted() == ["1152812", "1152812", "125724", "125724", "310448", "310448"])
    }

    @Test
    func `is the same over byte streams`() throws {
        let run = try TrustedRun.of(
            "dsl",
            "--link",
            "stream",
            "--set",
            "origin.tls=true",
            "--set",
            "expect=[]"
        )
        #expect(run.output.status == 0, "\(run.output.errors)")
        #expect(run.result.transfers("together").allSatisfy { ($0.phases?.tlsNs ?? 0) >= 10_000_000 })
    }

    @Test(arguments: [
        ("expired", "its time is over"), ("self-signed", "it is signed by itself"),
        ("wrong-host", "it is for another host"),
    ])
    func `is refused by a client whose origin is not to be trusted`(_ certificate: String, _ reason: String)
        throws
    {
        let folder = try ScratchFolder()
        let output = try Netlab.run(
            "run",
            "dsl",
            "--link",
            "stream",
            "--set",
            "origin.tls={ certificate: \(certificate) }",
            "--set",
            "expect=[together.error == untrusted, in-turn.error == untrusted]",
            "--out",
            "run",
            in: folder
        )
        #expect(output.status == 0, "\(output.errors)")
        let words = output.output.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
        #expect(words.contains(reason))
    }
}
