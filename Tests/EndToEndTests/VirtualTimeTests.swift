import Foundation
import TestSupport
import Testing
import VirtualTime

@Suite(
    .enabled(if: !InstalledKernels.all.isEmpty, "needs a guest kernel: make virtual-kernel"),
    .serialized,
    .timeLimit(.minutes(5))
)
struct `A run in virtual time` {
    let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    private func dsl(_ name: String) throws -> ProgramOutput {
        try Netlab.run("run", "dsl", "-q", "--clock", "virtual", "-o", name, in: folder)
    }

    /// Within a share of theory, or within a tenth of a millisecond.
    private func agrees(_ measured: Int64?, _ theory: Int64?, _ share: Double) -> Bool {
        guard let measured, let theory else { return false }
        return abs(measured - theory) <= max(Int64(Double(theory) * share), 100_000)
    }

    @Test
    func `matches theory within a few hundredths of a percent`() throws {
        let run = try dsl("run")
        #expect(run.status == 0, "\(run.errors)")
        let result = try ResultDocument(file: folder.file("run/result.json"))
        #expect(result.link.clock == "virtual")
        #expect(result.emulation.trusted)
        #expect((result.emulation.latenessMaxNs ?? .max) < 10_000)
        // Two readings of the clock.
        #expect((result.emulation.latenessP99Ns ?? .max) <= 512)
        for transfer in result.transfers {
            #expect(transfer["unexplained"] == 0 && transfer["emulation"] < 10_000)
            guard transfer.step == "in-turn" else { continue }
            #expect(agrees(transfer.exchangeNs, transfer.theory?.aloneNs, 0.0002), "\(transfer.file)")
        }
        for step in result.steps {
            #expect(agrees(step.makespanNs, step.theory?.sharedNs, 0.0005), "\(step.name)")
        }
    }

    // A refusal takes a round trip, 10 ms, and some milliseconds of the slow way up.
    @Test(arguments: [("noRoute", 12_500_000...20_000_000), ("blackHole", 200_000_000...201_000_000)])
    func `reports the time lost to trying IPv6, and theory counts it`(
        _ fault: String,
        _ time: ClosedRange<Int64>
    ) throws {
        let settings = ["--set", "link.ip=both", "--set", "link.ip6=\(fault)"]
        let run = try Netlab.run(
            ["run", "dsl", "-q", "--clock", "virtual", "-o", "run"] + settings,
            in: folder
        )
        let result = try ResultDocument(file: folder.file("run/result.json"))
        #expect(result.transfers.count == 6, "\(run.errors)")
        for (place, transfer) in result.transfers.enumerated() {
            let isOpening = place < 4
            #expect(isOpening ? time.contains(transfer["fallback"]) : transfer["fallback"] == 0)
            #expect(transfer["unexplained"] == 0)
            #expect(agrees(transfer.exchangeNs, transfer.theory?.sharedNs, 0.0002), "\(transfer.file)")
        }
    }

    /// The kernel gives such a connection its time, and so does the origin.
    @Test
    func `completes on a link where the TLS handshake takes over a minute`() throws {
        try folder.write(
            "slow.yaml",
            """
            netlab: 1
            name: slow
            seed: 1
            link: { down: { rate: 1 kbit/s, oneWayDelay: 20 s }, up: { rate: 1 kbit/s, oneWayDelay: 20 s } }
            origin:
              tls: true
              files: { a.jpg: { image: jpeg, size: 2 kB } }
            client: { timeout: 20 min }
            steps:
              - fetch: [a.jpg]
                name: cold
            """
        )
        let run = try Netlab.run("run", "slow.yaml", "-q", "--clock", "virtual", "-o", "run", in: folder)
        #expect(run.status == 0, "\(run.errors)")
        let transfer = try #require(try ResultDocument(file: folder.file("run/result.json")).transfers.first)
        #expect(transfer["tls"] > 30_000_000_000 && transfer.error == nil)
    }

    /// A connection that rested begins anew with a small window: many small pieces fill the socket's buffer, and whether
    /// the next response fits into it depends on what the kernel counts for each.
    @Test
    func `matches theory on an idle connection`() throws {
        let run = try MeasuredRun.once("stale-url")
        let transfers = run.result.transfers.filter { ["an-hour", "expired"].contains($0.step) }
        #expect(transfers.count == 2)
        for transfer in transfers {
            #expect(agrees(transfer.exchangeNs, transfer.theory?.aloneNs, 0.0002), "\(transfer.step)")
        }
    }

    /// Which packets are lost, and how many are under way when the line is away, depends on every one before: a single
    /// acknowledgement that theory has elsewhere shows.
    @Test
    func `matches theory on a link with changes, losses and outages`() throws {
        let run = try MeasuredRun.once("mobile-handover")
        #expect(run.result.transfers.count == 3)
        for transfer in run.result.transfers {
            #expect(agrees(transfer.exchangeNs, transfer.theory?.sharedNs, 0.0002), "\(transfer.file)")
        }
    }

    @Test
    func `is byte-identical next to four busy loops`() throws {
        let output = try Netlab.shell(
            """
            "$NETLAB" run dsl -q --clock virtual -o idle
            loops=
            for i in 1 2 3 4; do sh -c 'while :; do :; done' & loops="$loops $!"; done
            "$NETLAB" run dsl -q --clock virtual -o busy
            kill $loops
            diff -rq idle busy && ls idle | wc -l
            """,
            in: folder
        )
        #expect(output.output == "11\n", "\(output.output)\(output.errors)")
    }

    @Test
    func `has the same TLS keys regardless of environment and folder`() throws {
        let output = try Netlab.shell(
            """
            cat >secure.yaml <<'END'
            netlab: 1
            link: { profile: wifi }
            origin: { tls: true, files: { a.jpg: { image: jpeg, size: 40 kB } } }
            steps: [ { name: cold, fetch: all } ]
            END
            "$NETLAB" run secure.yaml -q --clock virtual -o one
            MORE=of-an-environment-that-moves-every-address \
                "$NETLAB" run secure.yaml -q --clock virtual -o "another of a longer name"
            diff -rq one "another of a longer name" && ls one/tls.keys
            """,
            in: folder
        )
        #expect(output.output == "one/tls.keys\n", "\(output.output)\(output.errors)")
    }

    @Test(.enabled(if: Netlab.isRoot && Program.find("setpriv") != nil, "needs root, to become another user"))
    func `needs no privileges`() throws {
        let guest = try Guest(.ordinary)
        let output = try guest.shell(
            "NETLAB_KERNELS=$(dirname $(dirname '\(kernel)')) $NETLAB run tiers -q --clock virtual -o run; echo $?; ls run"
        )
        #expect(output.output.hasPrefix("0\nclient.pcapng\n"), "\(output.output)\(output.errors)")
    }

    /// A copy of a kernel that every user may run.
    private var kernel: String {
        get throws {
            let kernel = try #require(InstalledKernels.all.first)
            let name = "\(kernel.version)-copy"
            let copied = try Program(
                "/bin/sh",
                [
                    "-c",
                    "chmod 755 . && mkdir -p 'k/\(name)' && cp \"$(dirname '\(kernel.path)')\"/* 'k/\(name)/' && chmod -R a+rX k",
                ],
                in: folder.path
            ).run()
            try #require(copied.status == 0)
            return folder.file("k/\(name)/linux")
        }
    }

    @Test(arguments: [("--json", 0), ("--set=client.timeout=1s", 4)] as [(String, Int32)])
    func `exits and prints like a run in real time`(_ option: String, _ status: Int32) throws {
        let output = try Netlab.run("run", "tiers", "--clock", "virtual", option, "-o", "run", in: folder)
        let real = try Netlab.run("run", "tiers", "--clock", "real", option, "-o", "real", in: folder)
        #expect(output.status == status, "\(output.errors)")
        // A busy machine's run is not trusted.
        #expect(real.status == status || real.status == 3, "\(real.errors)")
        #expect(output.output.isEmpty == real.output.isEmpty)
        if option == "--json" {
            let document = try JSONSerialization.jsonObject(with: Data(output.output.utf8)) as? [String: Any]
            #expect(document?["schema"] as? String == "netlab.result/1")
        }
    }

    @Test
    func `is chosen and announced when namespaces are not allowed`() throws {
        let line = """
            export NETLAB_CLOCK=auto
            unshare --user --map-root-user sh -c \
                'echo 0 >/proc/sys/user/max_net_namespaces; exec "$NETLAB" run tiers -q -o run'
            """
        let output = try Netlab.shell(line, in: folder)
        #expect(output.status == 0, "\(output.errors)")
        #expect(
            output.errors.contains("this machine allows no namespaces, so virtual time is used"),
            "\(output.errors)"
        )
        #expect(try ResultDocument(file: folder.file("run/result.json")).link.clock == "virtual")
    }

    @Test
    func `is selected by the scenario unless the command line overrides it`() throws {
        try folder.write(
            "mine.yaml",
            """
            netlab: 1
            clock: virtual
            link: { profile: wifi }
            origin: { files: { a.jpg: { image: jpeg, size: 40 kB } } }
            steps: [ { name: cold, fetch: all } ]
            """
        )
        // The environment has no clock.
        let bare = try Netlab.shell(#"unset NETLAB_CLOCK; "$NETLAB" run mine.yaml -q -o said"#, in: folder)
        #expect(bare.status == 0, "\(bare.errors)")
        #expect(try ResultDocument(file: folder.file("said/result.json")).link.clock == "virtual")
        _ = try Netlab.run("run", "mine.yaml", "-q", "--clock", "real", "-o", "real", in: folder)
        #expect(try ResultDocument(file: folder.file("real/result.json")).link.clock == "real")
    }

    @Test(
        .enabled(
            if: InstalledKernels.all.count > 1,
            "needs two guest kernels: make virtual-kernel KERNELS=\"6.1 6.12\""
        )
    )
    func `runs on several kernels side by side`() throws {
        let versions = InstalledKernels.all.compactMap {
            $0.version.split(separator: "-").first.map { String($0) }
        }
        let output = try Netlab.run(
            "run",
            "tiers",
            "--kernel",
            versions.joined(separator: ","),
            "-o",
            "run",
            in: folder
        )
        #expect(output.status == 0, "\(output.errors)")
        for version in versions { #expect(output.output.contains(version), "\(output.output)") }
        #expect(output.output.contains("kernel"))
    }

    @Test
    func `is verified in virtual time with the predicted gains`() throws {
        try folder.write(
            "mine.yaml",
            """
            netlab: 1
            link: { profile: dsl }
            origin: { files: { a.jpg: { image: jpeg, size: 60 kB }, b.jpg: { image: jpeg, size: 60 kB } } }
            client: { policy: none }
            steps: [ { name: cold, fetch: all } ]
            """
        )
        let run = try Netlab.run("run", "mine.yaml", "-q", "--clock", "virtual", "-o", "run", in: folder)
        #expect(run.status == 0, "\(run.errors)")
        let verified = try Netlab.shell(#"unset NETLAB_CLOCK; "$NETLAB" explain run --verify"#, in: folder)
        #expect(verified.status == 0, "\(verified.output)\(verified.errors)")
        let trial = try ResultDocument(file: folder.file("run/verify-1/double-rate/result.json"))
        #expect(trial.link.clock == "virtual")
    }

    @Test
    func `reads standard input and leaves no copy of it behind`() throws {
        let output = try Netlab.shell(
            """
            printf 'one\\ntwo\\n' | "$NETLAB" exec -q --clock virtual -- sh -c 'read first; echo "$first, then"; cat'
            (sleep 2; echo late) | "$NETLAB" exec -q --clock virtual -- cat
            "$NETLAB" exec -q --clock virtual -- cat </dev/null
            "$NETLAB" exec -q --clock virtual -- cat <&-
            printf 'netlab: 1\\nlink: { profile: wifi }\\norigin: { files: { a.jpg: { image: jpeg, size: 4 kB } } }\\n\
            steps: [ { name: cold, fetch: all } ]\\n' | "$NETLAB" run - -q --clock virtual -o run && ls run/result.json
            ls /dev/shm | grep netlab-input
            """,
            in: folder
        )
        #expect(output.output == "one, then\ntwo\nlate\nrun/result.json\n", "\(output.errors)")
        #expect(output.errors.contains("virtual time begins when standard input ends"))
    }

    @Test
    func `runs any program and returns its status and output`() throws {
        let line = "curl -s -o got $NETLAB_ORIGIN/fixture/jpeg/1MB && date +%Y && exit 7"
        let output = try Netlab.run(
            "exec",
            "--clock",
            "virtual",
            "--profile",
            "edge",
            "--",
            "sh",
            "-c",
            line,
            in: folder
        )
        #expect(output.status == 7, "\(output.errors)")
        #expect(output.output == "2026\n")
        // Half a minute of EDGE.
        #expect(output.seconds < 25)
        let got = try FileManager.default.attributesOfItem(atPath: folder.file("got"))
        #expect(got[.size] as? Int == 1_000_000)
    }

    @Test
    func `names the program that stops its clock`() throws {
        let running = try Netlab.start(
            "exec",
            "--clock",
            "virtual",
            "--",
            "sh",
            "-c",
            "while :; do :; done",
            in: folder
        )
        #expect(
            Waiting.until { running.errors.contains("virtual time has stopped: `sh`") },
            "\(running.errors)"
        )
        running.signal(SIGTERM)
        #expect(try running.finish().status == 130)
    }
}
