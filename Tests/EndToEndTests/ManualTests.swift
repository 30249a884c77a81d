import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2)))
struct `The manual` {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    /// Writes all pages.
    private func pages() throws -> [String] {
        let output = try Netlab.run("help", "--man", "-o", "man1", in: folder)
        #expect(output.status == 0 && output.errors == "", "\(output.errors)")
        return try FileManager.default.contentsOfDirectory(atPath: folder.path + "/man1").sorted()
    }

    @Test
    func `has a page for the program and one for each command`() throws {
        let pages = try pages()
        #expect(pages.count > 20)
        for name in ["netlab.1", "netlab-run.1", "netlab-init.1"] { #expect(pages.contains(name)) }
        let one = try Netlab.run("help", "--man", "run", in: folder).output
        #expect(try String(contentsOfFile: folder.path + "/man1/netlab-run.1", encoding: .utf8) == one)
    }

    @Test(.enabled(if: InstalledTools.has("groff"), "needs groff"))
    func `passes groff without warnings and reads like the help`() throws {
        for page in try pages() {
            let output = try Netlab.shell("groff -man -ww -Tutf8 -P-c man1/\(page)", in: folder)
            #expect(output.status == 0 && output.errors == "", "\(page): \(output.errors)")
        }
        let text = try Netlab.shell("groff -man -Tascii -P-cbou man1/netlab-run.1", in: folder).output
        #expect(text.contains("netlab run SCENARIO... [OPTIONS]"))
        #expect(text.contains("--out, -o DIR"))
        #expect(text.contains("--json | jq .steps"))
    }

    @Test
    func `is installed with the completions where man and the shells look`() throws {
        let script = DocumentedCommands.rootPath + "/Scripts/install-words"
        let output = try Program(script, [Netlab.path, "usr/local"], in: folder.path).run()
        #expect(output.status == 0 && output.errors == "", "\(output.errors)")
        let share = folder.path + "/usr/local/share/"
        let installed = [
            ("man/man1/netlab.1", ".TH NETLAB 1"), ("man/man1/netlab-proxy.1", #".TH NETLAB\-PROXY 1"#),
            ("bash-completion/completions/netlab", "complete -F _netlab netlab"),
            ("zsh/site-functions/_netlab", "#compdef netlab"),
            ("fish/vendor_completions.d/netlab.fish", "complete -c netlab"),
        ]
        for (file, text) in installed {
            #expect(try String(contentsOfFile: share + file, encoding: .utf8).contains(text), "\(file)")
        }
    }

    @Test(.enabled(if: InstalledTools.has("mandoc"), "needs mandoc"))
    func `passes mandoc's lint`() throws {
        for page in try pages() {
            // The pages have no date: they are as old as the program.
            let output = try Netlab.shell(
                "mandoc -Tlint -Wwarning man1/\(page) | grep -v 'missing date'",
                in: folder
            )
            #expect(output.output == "", "\(page)")
        }
    }
}
