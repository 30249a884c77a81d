import Programs
import Testing

@testable import Commands

@Suite(.timeLimit(.minutes(1)))
struct ManualPageTests {
    private static let requests: Set<Substring> = [".TH", ".SH", ".TP", ".PP"]

    @Test(arguments: [
        ("--out", #"\-\-out"#), (".hidden", #"\&.hidden"#), ("it's", #"it\(aqs"#), (#"a\nb"#, #"a\enb"#),
        (#""x""#, #"\(dqx\(dq"#), ("~/x^2", #"\(ti/x\(ha2"#),
        ("Statistics ▸ TCP", #"Statistics \[u25B8] TCP"#),
        ("é", #"\[u00E9]"#), ("'\u{301}", #"\(aq\[u0301]"#),
    ])
    func `escapes text for roff`(_ text: String, _ roff: String) {
        #expect(text.roff == roff)
    }

    @Test(arguments: [
        ("type `netlab run` first", #"type \fBnetlab run\fR first"#), ("one ` alone", #"one \(ga alone"#),
        ("`-`", #"\fB\-\fR"#),
    ])
    func `text to be typed is bold`(_ text: String, _ roff: String) {
        #expect(text.roffParagraph == roff)
    }

    @Test func `every command has a page with its options and examples`() {
        for command in CommandList.all {
            let page = ManualPage(command)
            #expect(page.name == "netlab-\(command.name)")
            let lines = page.text.split(separator: "\n")
            let sections = lines.filter { $0.hasPrefix(".SH ") }
            #expect(sections.first == ".SH NAME" && sections.last == ".SH SEE ALSO")
            for option in command.options {
                #expect(page.text.contains(option.names.map(\.boldRoff).joined(separator: ", ")))
                #expect(lines.contains(Substring(option.about.roffParagraph)))
            }
            for example in command.examples { #expect(lines.contains(Substring(example.line.boldRoff))) }
        }
    }

    @Test func `only known requests start with a dot`() {
        for page in [.program] + CommandList.all.map(ManualPage.init) {
            let strange = page.text.split(separator: "\n").filter { line in
                guard let sign = line.unicodeScalars.first, sign == "." || sign == "'" else { return false }
                return !Self.requests.contains(line.prefix { $0 != " " })
            }
            #expect(strange == [], "\(page.name)")
        }
    }

    @Test func `the program's page lists every command and refers to its page`() {
        let text = ManualPage.program.text
        for command in CommandList.all {
            #expect(text.contains("\n\(command.name.boldRoff)\n"))
            #expect(text.contains("netlab-\(command.name)".boldRoff + "(1)"))
        }
        #expect(text.contains("130 interrupted"))
    }

    @Test(arguments: [
        (["-o", "x"], "--man"), (["--man", "run", "-o", "x"], "leave the command out"),
    ])
    func `an output folder is valid only with --man and without a command`(
        _ words: [String],
        _ reason: String
    ) {
        let failure = #expect(throws: CommandFailure.self) {
            _ = try HelpCommand(ParsedArguments(words, taking: HelpCommand.options, command: "help"))
        }
        #expect(failure?.status == .wrongUsage)
        #expect(failure?.message.contains(reason) == true)
    }
}
