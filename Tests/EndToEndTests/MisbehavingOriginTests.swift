import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(5)))
struct `An origin that misbehaves` {
    private func expectAll(_ run: MeasuredRun) {
        expectAllButTimes(run, times: 3)
        // An error named in an expectation is not a failure of the run; the transfer records it.
        let broken = run.result.transfers("breaks").compactMap(\.error)
        #expect(broken.count == 6)
        #expect(broken.allSatisfy { $0.contains(": ") })
    }

    @Test(.enabled(if: Netlab.isRoot, "needs root"))
    func `is handled as its scenario expects, over packets`() throws {
        expectAll(try MeasuredRun.once("misbehaving-origin"))
    }

    @Test
    func `is handled as its scenario expects, over byte streams`() throws {
        expectAll(try MeasuredRun.once("misbehaving-origin", "--link", "stream"))
    }

    @Test
    func `fails the run with the name of the fault unless expected`() throws {
        let folder = try ScratchFolder()
        let output = try Netlab.run(
            "run",
            "tiers",
            "--link",
            "stream",
            "--set",
            "origin.fault=truncate",
            "--out",
            "run",
            in: folder
        )
        #expect(output.status == 3)
        #expect(output.errors.contains("truncated: the connection ended after"), "\(output.errors)")
    }

    @Test
    func `can serve files next to the scenario, whose bytes count in the digest`() throws {
        let folder = try ScratchFolder()
        let scenario = """
            netlab: 1
            link: { profile: wifi }
            origin: { files: { a.css: { from: pages/a.css } } }
            steps: [ { name: cold, fetch: a.css, expect: [ wireStatus == 200, bodyBytes == 7 B ] } ]
            """
        var digests: Set<String> = []
        for content in ["body {}", "body [}"] {
            let line = """
                cat > s.yaml <<'END'
                \(scenario)
                END
                mkdir -p pages && printf '%s' '\(content)' > pages/a.css
                rm -rf run && "$NETLAB" run s.yaml --link stream --json --out run
                """
            let output = try Netlab.shell(line, in: folder)
            #expect(output.status == 0, "\(output.errors)")
            digests.insert(try ResultDocument(json: output.output).scenarioDigest)
        }
        #expect(digests.count == 2)
        let missing = try Netlab.shell("rm -r pages && \"$NETLAB\" check s.yaml", in: folder)
        #expect(missing.status == 2)
        #expect(
            missing.errors.contains("s.yaml:3:35: error: `pages/a.css` cannot be read"),
            "\(missing.errors)"
        )
    }
}
