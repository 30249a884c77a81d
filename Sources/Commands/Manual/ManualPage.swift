import Programs
import Wire

/// A page of the manual, section 1, in the man(7) language.
struct ManualPage {
    /// The name that `man` finds it by.
    var name: String
    private var lines: [String]

    /// The page of the whole program.
    static var program: ManualPage {
        var page = ManualPage(
            "netlab",
            summary: "emulates a line, and explains where downloads over it spend their time"
        )
        page.section("SYNOPSIS", ["netlab".boldRoff + " COMMAND [OPTIONS]"])
        page.section("DESCRIPTION", CommandList.about.separated.map(\.roffParagraph), between: ".PP")
        page.section(
            "COMMANDS",
            CommandList.all.flatMap { [".TP", $0.name.boldRoff, "\($0.summary).".roff] }
        )
        page.section("EXIT STATUS", [HelpCommand.statuses.separated.joined().roff])
        page.section(
            "FILES",
            [
                ".TP", InstalledGuide.place.boldRoff,
                "The guide, from the folder that the program's bin is in.".roff,
            ]
        )
        page.seeAlso(CommandList.all.map { "netlab-\($0.name)" })
        return page
    }

    init(_ command: any Command.Type) {
        self.init("netlab-\(command.name)", summary: command.summary)
        section("SYNOPSIS", ["netlab \(command.name)".boldRoff + (" " + command.usage).roff])
        if !command.discussion.isEmpty {
            section("DESCRIPTION", command.discussion.separated.map(\.roffParagraph), between: ".PP")
        }
        section("OPTIONS", (command.options + CommandOption.common).flatMap(Self.option))
        section("EXAMPLES", command.examples.flatMap { [".TP", $0.line.boldRoff, $0.about.roffParagraph] })
        seeAlso(["netlab"])
    }

    private init(_ name: String, summary: String) {
        self.name = name
        lines = [
            #".TH \#(name.uppercased().roff) 1 "" "netlab \#(NetlabVersion.text)" "netlab manual""#,
            ".SH NAME", "\(name.roff) \\- \(summary.roff)",
        ]
    }

    var text: String { lines.joined(separator: "\n") + "\n" }

    private mutating func section(_ title: String, _ body: [String], between: String? = nil) {
        lines.append(".SH \(title)")
        for (place, line) in body.enumerated() {
            if place > 0, let between { lines.append(between) }
            lines.append(line)
        }
    }

    private mutating func seeAlso(_ names: [String]) {
        section("SEE ALSO", [names.map { $0.boldRoff + "(1)" }.joined(separator: ",\n")])
    }

    private static func option(_ option: CommandOption) -> [String] {
        let names = option.names.map(\.boldRoff).joined(separator: ", ")
        return [
            ".TP", names + (option.value.map { #" \fI"# + $0.roff + #"\fR"# } ?? ""),
            option.about.roffParagraph,
        ]
    }
}

extension String {
    /// Source-like paragraphs, each as one line.
    fileprivate var separated: [String] {
        split(separator: "\n", omittingEmptySubsequences: false)
            .split(separator: "").map { $0.joined(separator: " ") }
    }
}
