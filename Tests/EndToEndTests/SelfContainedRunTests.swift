import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2)))
struct `A run's folder stands alone` {
    let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    /// A scenario in its own folder, with a file beside it, one above it, and a trace.
    private func scenario() throws {
        try folder.write("my site/pages/a.css", String(repeating: "a { color: red }\n", count: 300))
        try folder.write("b.css", String(repeating: "b { color: red }\n", count: 300))
        try folder.write("my site/slow.trace", "10\n20\n30\n")
        try folder.write(
            "my site/mine.yaml",
            """
            netlab: 1
            link: { down: { rate: { trace: slow.trace } }, rtt: 20 ms }
            origin: { files: { a.css: { from: pages/a.css }, b.css: { from: ../b.css } } }
            client: { policy: none }
            steps: [ { name: cold, fetch: all } ]
            """
        )
    }

    @Test
    func `runs and verifies again after its source files are deleted`() throws {
        try scenario()
        let run = try Netlab.shell(
            #""$NETLAB" run "my site/mine.yaml" -o "my run" && rm -r "my site" b.css"#,
            in: folder
        )
        #expect(run.status == 0 || run.errors.contains("cannot be trusted"), "\(run.errors)")
        #expect(run.errors.contains("next:    netlab explain 'my run'"), "\(run.errors)")
        let again = try Netlab.run("check", "my run/resolved.yaml", in: folder)
        #expect(again.status == 0, "\(again.errors)")
        let verified = try Netlab.run("explain", "my run", "--verify", in: folder)
        #expect([0, 3, 4].contains(verified.status), "\(verified.errors)")
        #expect(!verified.errors.contains("no longer there"), "\(verified.errors)")
    }

    @Test
    func `names the run's own copy when a scenario refers to a file above it`() throws {
        try scenario()
        _ = try Netlab.shell(
            #""$NETLAB" run "my site/mine.yaml" -o "my run"; rm -r "my site" b.css"#,
            in: folder
        )
        let given = try Netlab.run("check", "my run/scenario.yaml", in: folder)
        #expect(given.status == 2)
        #expect(given.errors.contains("my run/resolved.yaml names the run's own copy"), "\(given.errors)")
    }

    @Test
    func `warns about a file from outside of the scenario's folder`() throws {
        try scenario()
        let check = try Netlab.run("check", "my site/mine.yaml", in: folder)
        #expect(check.status == 0 && check.errors.contains("from outside its folder"), "\(check.errors)")
    }
}
