import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2)))
struct `What a user types` {
    let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    @Test(arguments: [
        (["runn"], 1, "netlab run"),
        (["--versoin"], 1, "netlab --version"),
        (["-v"], 1, "netlab --version"),
        (["scenarios", "dls"], 1, "did you mean `dsl`"),
        (["exec", "--pcap", "/nonexist/x.pcapng", "--", "true"], 125, "/nonexist/x.pcapng"),
        (["run", "dsl", "--set", "client.cache=both"], 2, "write `policy`"),
        (["run"], 1, "netlab run dsl"),
        (["proxy", "--ui-port", "x"], 1, "--ui-port"),
        (["inspect", "--report"], 1, "not implemented yet"),
        (["serve", "no-such-folder"], 2, "no-such-folder"),
        (["run", "dsl", "--link", "streams"], 1, "auto, packet or stream"),
        (["run", "dsl", "--link", "packet", "--loss-as-delay"], 1, "stream mode"),
        (["run", "dsl", "--link", "stream", "--set", "link.up.loss=1%"], 3, "--loss-as-delay"),
        (["run", "dsl", "--jsn"], 1, "--json"),
        (["run", "dsl", "--set", "x"], 1, "KEY=VALUE"),
        (["run", "dsl", "--repeat", "0"], 1, "whole number"),
        (["run", "dsl", "--repeat", "18446744073709551615"], 1, "whole number"),
        (["run", "dsl", "--max-time", "5"], 1, "unit"),
        (["run", "dsl", "--profile", "dls"], 2, "dsl"),
        (["run", "dsl", "--set", "link.down.los=1%"], 2, "loss"),
        (["check", "no-such-file.yaml"], 2, "no such file"),
        (["check", "dls"], 2, "dsl"), (["diff", "a"], 1, "two"),
        (["diff", "a", "b", "--tolerance", "x"], 1, "--tolerance"),
        (["check", "/"], 2, "folder"),
        (["profiles", "dls"], 1, "dsl"),
        (["profiles", "fios"], 1, "wpt/fios"),
        (["run", "dsl", "--profile", "nosuch"], 2, "netlab profiles"),
        (["profiles", "nosuch"], 1, "netlab profiles lists them"),
        (["profiles", "--export", "tc"], 1, "needs one profile"),
        (["profiles", "wpt", "--export", "tc"], 1, "needs one profile"),
        (["profiles", "dsl", "--export"], 1, "--export TOOL"),
        (["profiles", "dsl", "--export", "mahimai"], 1, "did you mean `mahimahi`"),
        (
            ["profiles", "dsl", "--export", "tc", "--json"], 1,
            "--json cannot be used with --export or --import"
        ),
        (["profiles", "dsl", "--import", "x"], 1, "leave the name out"),
        (["profiles", "--import", "no-such.sh"], 2, "no-such.sh: error: "),
        (["profiles", "--import", "/"], 2, "folder"),
        (["profiles", "--import", "/etc/passwd"], 2, "/etc/passwd:1:1: error: this is neither tc commands"),
        (["profiles", "dsl", "--304"], 1, "--304 SIZE"),
        (["profiles", "dsl", "--304", "1GB"], 1, "100 MB"),
        (
            ["profiles", "dsl", "--304", "10MB", "--export", "tc"], 1,
            "--304 cannot be used with --export or --import"
        ),
        (["diff", "a.har", "b.har", "--packets", "x"], 1, "netlab diff --packets needs --theory"),
        (["inspect", "no-such.pcapng"], 2, "no-such.pcapng"),
        (["inspect", "last"], 2, "last: error: this folder has no runs"),
        (["inspect", "x.pcapng", "--top", "0"], 1, "--top takes a whole number"),
        (["inspect", "x.pcapng", "--sort", "durations"], 1, "did you mean `duration`?"),
        (["inspect", "/etc/passwd"], 2, "/etc/passwd"),
        (["inspect", "x.pcapng", "--keylog", "/etc/passwd"], 2, "no TLS secrets"),
        (["capture", "-o", "x.pcapng"], 1, "or `any` for all"),
        (["capture", "-i", "lo"], 1, "-o FILE.pcapng"),
        (["capture", "-i", "lo", "-o", "-", "--ring", "2x1MB"], 1, "--ring needs files"),
        (["capture", "-i", "lo", "-o", "x", "--ring", "100MB"], 1, "10x100MB"),
        (["capture", "-i", "lo", "-o", "x", "--ring", "2x10"], 1, "10x100MB"),
        (["capture", "-i", "lo", "-o", "x", "--buffer", "1kB"], 1, "64KiB"),
        (["fixture", "a.jpg"], 1, "--size"),
        (["fixture", "a.bmp", "--size", "5kB"], 1, "--kind"),
        (["fixture", "-", "--kind", "jpg", "--size", "5kB"], 1, "did you mean `jpeg`"),
        (["fixture", "a.jpg", "--pixels", "4000"], 1, "as 4000x3000"),
        (["fixture", "a.jpg", "--pixels", "4000x3000", "--size", "100kB"], 1, "at least 188700"),
        (["fixture", "a.png", "--progressive", "--size", "5kB"], 1, "only a jpeg"),
        (["help", "rn"], 1, "run"),
        (["help", "-o", "man1"], 1, "--out needs --man"),
        (["completions"], 1, "bash, zsh, fish"),
        (["completions", "fishh"], 1, "did you mean `netlab completions fish`"),
        (["init", "a", "b"], 1, "one folder"),
    ])
    func `a mistyped command gets the nearest suggestion`(
        _ words: [String],
        _ status: Int32,
        _ advice: String
    ) throws {
        let output = try Program(Netlab.path, words, in: folder.path).run()
        #expect(output.status == status, "\(output.errors)")
        #expect(output.output == "")
        #expect(output.errors.contains(advice), "\(output.errors)")
    }

    @Test(arguments: [
        "run", "exec", "serve", "check", "capture", "inspect", "profiles", "scenarios", "init", "fixture",
        "bench", "doctor", "completions", "help",
    ])
    func `every command has help with an example`(_ name: String) throws {
        let output = try Netlab.run(name, "--help", in: folder)
        #expect(output.status == 0)
        #expect(output.output.hasPrefix("usage: netlab \(name)"))
        #expect(output.output.contains("example"))
        #expect(output.output.split(separator: "\n").allSatisfy { $0.count <= 120 })
    }

    @Test
    func `netlab without arguments shows what it is and what to type next`() throws {
        let output = try Netlab.run(in: folder)
        #expect(output.status == 0)
        #expect(output.output.contains("netlab run dsl"))
        #expect(output.output.split(separator: "\n", omittingEmptySubsequences: false).count <= 6)
    }

    @Test
    func `a broken scenario is shown with its line, a caret and a suggestion`() throws {
        try folder.write("broken.yaml", "netlab: 1\nlink: { profil: dsl }\nsteps: []\n")
        let output = try Netlab.run("check", "broken.yaml", in: folder)
        #expect(output.status == 2)
        #expect(output.errors.contains("broken.yaml:2:9: error: "), "\(output.errors)")
        #expect(output.errors.contains("^"))
        #expect(output.errors.contains("`profile`"))
    }

    @Test
    func `an unreadable scenario is reported in one sentence`() throws {
        try folder.write("secret.yaml", "netlab: 1\n")
        let output = try Netlab.shell(
            """
            chmod 755 . && chmod 000 secret.yaml && cp "$NETLAB" program && chmod 755 program &&
            if [ $(id -u) = 0 ]; then setpriv --reuid 1001 --regid 1001 --clear-groups ./program check secret.yaml
            else ./program check secret.yaml; fi
            """,
            in: folder
        )
        #expect(output.status == 2)
        #expect(output.errors.contains("secret.yaml: error: "), "\(output.errors)")
        #expect(output.errors.contains("Permission denied"))
    }

    @Test
    func `a prediction uses the requested kernel`() throws {
        let packets = try ["6.1", "6.18"].map { release in
            let file = "packets-\(release)"
            let output = try Netlab.run("predict", "dsl", "--kernel", release, "--packets", file, in: folder)
            #expect(output.status == 0, "\(output.errors)")
            return try Data(contentsOf: URL(filePath: folder.file(file)))
        }
        #expect(packets[0] != packets[1])
        let wrong = try Netlab.run("predict", "dsl", "--kernel", "newest", in: folder)
        #expect(wrong.status == 1)
        #expect(wrong.errors.contains("--kernel takes a release such as 6.1: not `newest`"))
    }

    @Test
    func `bundled scenarios are valid and found from any folder`() throws {
        for name in ["dsl", "dsl.yaml", "tiers", "etag-304", "policies", "fairness"] {
            let output = try Netlab.run("check", name, in: folder)
            #expect(output.status == 0, "\(name): \(output.errors)")
        }
    }

    @Test
    func `a check names the preset that a short name stands for`() throws {
        let output = try Netlab.run("check", "dsl", "--profile", "LTE", in: folder)
        #expect(output.output == "dsl.yaml: valid: dsl, one run over nlc/lte\n", "\(output.errors)")
    }

    @Test
    func `colours are not written to files`() throws {
        let output = try Netlab.run("profiles", in: folder)
        #expect(!output.output.contains("\u{1B}"))
    }
}
