import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(5)))
struct `A run over HTTPS` {
    /// For tests in which the line's rate does not matter.
    private static let quick = "link.down.rate=20Mbit/s"

    @Test(.enabled(if: Netlab.isRoot, "needs root"), arguments: ["true", "{ version: 1.2 }"])
    func `has the TLS handshake in each new connection's time, and its TLS keys next to the captures`(
        _ encryption: String
    ) throws {
        let run = try MeasuredRun.trusted(
            "dsl",
            "--set",
            "origin.tls=\(encryption)",
            "--set",
            "expect=[]",
            "--set",
            Self.quick
        )
        #expect(run.output.status == 0, "\(run.output.errors)")
        // 5 ms each way, and at least one round trip for the handshake.
        for transfer in run.result.transfers("together") {
            let phases = try #require(transfer.phases)
            #expect(transfer.newConnection == true && phases.tlsNs >= 10_000_000)
            #expect(phases.connectNs >= 10_000_000 && transfer.wireStatus == 200)
        }
        #expect(run.result.transfers("in-turn").dropFirst().allSatisfy { $0.phases?.tlsNs == 0 })
        // Decrypted by the run's own secrets, the capture is the second witness.
        for transfer in run.result.transfers {
            let (log, capture) = (try #require(transfer.clientLog), try #require(transfer.capture))
            #expect(log.sizeBytes == capture.sizeBytes)
        }
        #expect(run.result.witnessesAgree)
        guard let tshark = Program.find("tshark") else { return }
        let seen = try Program(
            tshark,
            [
                "-r", "\(run.path)/client.pcapng", "-o", "tcp.reassemble_out_of_order:TRUE", "-Y",
                "http.response.code == 200", "-T", "fields",
            ]
                + ["-e", "http.content_length"]
        ).run()
        let lengths = seen.output.split(separator: "\n").map(String.init)
        // Decrypted by the secrets in the capture itself.
        #expect(lengths.sorted() == ["1152812", "1152812", "125724", "125724", "310448", "310448"])
    }

    private static let twice = """
        netlab: 1
        name: twice
        link: { profile: nlc/dsl }
        origin:
          tls: { version: VERSION, resumption: RESUMPTION }
          files: { a.jpg: { image: jpeg, size: 9 kB } }
        client: { policy: none }
        steps:
          - { name: first, fetch: a.jpg }
          - forget: connections
          - wait: 100 ms
          - { name: second, fetch: a.jpg }
          - forget: all
          - wait: 100 ms
          - { name: third, fetch: a.jpg }

        """

    @Test(
        .enabled(if: Netlab.isRoot, "needs root"),
        arguments: [("1.2", true), ("1.2", false), ("1.3", true), ("1.3", false)]
    )
    func `resumes a TLS session if the origin allows it, until the client forgets all`(
        version: String,
        resumes: Bool
    ) throws {
        let folder = try ScratchFolder()
        let text = Self.twice.replacing("VERSION", with: version).replacing("RESUMPTION", with: "\(resumes)")
        try folder.write("twice.yaml", text)
        let run = try MeasuredRun.trusted(folder.file("twice.yaml"))
        #expect(run.output.status == 0, "\(run.output.errors)")
        #expect(run.result.transfers.map(\.newConnection) == [true, true, true])
        #expect(run.result.transfers.map(\.tls?.resumed) == [false, resumes, false])
        let times = run.result.transfers.compactMap(\.phases?.tlsNs)
        try #require(times.count == 3)
        // With TLS 1.2 a resumed session saves a round trip of 10 ms, with 1.3 only the certificate.
        if version == "1.2" { #expect((times[0] - times[1] >= 8_000_000) == resumes, "\(times)") }
    }

    @Test
    func `works the same over byte streams`() throws {
        let run = try MeasuredRun.once(
            "dsl",
            "--link",
            "stream",
            "--set",
            "origin.tls=true",
            "--set",
            "expect=[]",
            "--set",
            Self.quick
        )
        expectStatus(run)
        #expect(run.result.transfers.allSatisfy { $0.error == nil && $0.status == 200 })
        #expect(run.result.transfers("together").allSatisfy { ($0.phases?.tlsNs ?? 0) >= 10_000_000 })
    }

    @Test(arguments: [
        ("expired", "it has expired"), ("self-signed", "it is self-signed"),
        ("wrong-host", "it is for another host"),
    ])
    func `fails at the client when the origin's certificate is not trusted`(
        _ certificate: String,
        _ reason: String
    )
        throws
    {
        let run = try MeasuredRun.once(
            "dsl",
            "--link",
            "stream",
            "--set",
            "origin.tls={ certificate: \(certificate) }",
            "--set",
            "expect=[together.error == untrusted, in-turn.error == untrusted]"
        )
        expectAllButTimes(run)
        #expect(run.output.output.contains(reason))
    }
}
