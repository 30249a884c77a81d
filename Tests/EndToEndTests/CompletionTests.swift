import Foundation
import TestSupport
import Testing

/// The scripts of `netlab completions`, in the shells themselves.
@Suite(.timeLimit(.minutes(2)))
struct `What a shell completes` {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    /// Words after `netlab`, the last one unfinished; what must be offered, and what must not.
    private static let lines: [(words: [String], offered: [String], withheld: [String])] = [
        (["ru"], ["run"], ["report"]),
        (["run", "--pro"], ["--profile"], ["--out", "run"]),
        (["run", "--profile", "nlc/d"], ["nlc/dsl"], ["dsl", "wpt/dsl"]),
        (["run", "-q", "buf"], ["bufferbloat"], []),
        (["sweep", "run", "cach"], ["cache-advice"], []),
        (["run", "dsl", "--carrier", ""], ["tun", "veth"], ["dsl"]),
        (["run", "mi"], ["mine.yaml", "misbehaving-origin"], ["--link"]),
        (["run", "-o", ""], ["place"], ["mine.yaml", "dsl"]),
        (["proxy", "thr"], ["throttle"], []),
        (["proxy", "throttle", "wpt/3g-"], ["wpt/3g-fast"], ["throttle"]),
        (["scenarios", "dsl", ""], [], ["dsl", "tiers"]),
        (["help", "comp"], ["completions"], ["compose"]),
        (["--no-color", "doc"], ["doctor"], []),
        (["fixture", "--kind", "w"], ["webp"], []),
        (["run", "--seed", ""], [], ["dsl", "--seed"]),
    ]

    @Test(arguments: lines.indices)
    func `bash offers matching words`(_ place: Int) throws {
        let (words, offered, withheld) = Self.lines[place]
        let found = try bash(words)
        #expect(found.isSuperset(of: offered), "\(words): \(found.sorted())")
        #expect(found.isDisjoint(with: withheld), "\(words): \(found.sorted())")
    }

    @Test
    func `bash completes the value after an equals sign`() throws {
        // readline takes these for words of their own.
        #expect(try bash(["run", "--carrier", "=", "v"]) == ["veth"])
        #expect(try bash(["run", "--carrier", "="]) == ["tun", "veth"])
        #expect(try bash(["run", "--carrier", "=", "tun", "buf"]) == ["bufferbloat"])
    }

    @Test
    func `bash does not complete another program's options`() throws {
        #expect(try bash(["exec", "--", "curl", "--pro"]).isEmpty)
        #expect(try bash(["exec", "curl", "--pro"]).isEmpty)
        #expect(try bash(["exec", "--pro"]) == ["--profile"])
        #expect(try bash(["exec", "--profile", "3g", "--", "mapfil"]).contains("mapfile"))
    }

    /// What bash would offer for `netlab WORDS`.
    private func bash(_ words: [String]) throws -> Set<String> {
        try folder.write("mine.yaml", "")
        try folder.write("place/kept", "")
        let typed = words.map { "'\($0)'" }.joined(separator: " ")
        let script = """
            set -e; source <("$NETLAB" completions bash); set +e
            complete -p netlab | grep -q -- '-F _netlab' || exit 9
            COMP_WORDS=(netlab \(typed)); COMP_CWORD=\(words.count); _netlab netlab
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let environment = ["NETLAB": Netlab.path]
        let program = Program(
            "/bin/bash",
            ["--norc", "-c", script],
            in: folder.path,
            environment: environment
        )
        let output = try program.run()
        #expect(output.status == 0 && output.errors == "", "\(output.status): \(output.errors)")
        return Set(output.output.split(separator: "\n").map { String($0) })
    }

    @Test(.enabled(if: InstalledTools.has("fish"), "needs fish"), arguments: lines.indices)
    func `fish offers matching words`(_ place: Int) throws {
        let (words, offered, withheld) = Self.lines[place]
        try folder.write("mine.yaml", "")
        try folder.write("place/kept", "")
        let script = "$NETLAB completions fish | source; complete -C 'netlab \(words.joined(separator: " "))'"
        let environment = ["NETLAB": Netlab.path, "HOME": folder.path]
        let output = try Program(
            "/bin/sh",
            ["-c", #"exec fish -c "$1""#, "sh", script],
            in: folder.path,
            environment: environment
        )
        .run()
        #expect(output.status == 0 && output.errors == "", "\(output.errors)")
        // A tab and the description follow.
        let found = Set(output.output.split(separator: "\n").compactMap { $0.split(separator: "\t").first })
        let names = Set(found.map { $0.hasSuffix("/") ? String($0.dropLast()) : String($0) })
        #expect(names.isSuperset(of: offered), "\(words): \(names.sorted())")
        #expect(names.isDisjoint(with: withheld), "\(words): \(names.sorted())")
    }

    /// What is typed, with tabs, and the arguments that zsh makes of it.
    @Test(
        .enabled(if: InstalledTools.has("zsh"), "needs zsh"),
        arguments: [
            ("netlab scen\tds\t", "scenarios dsl"), ("netlab run --prof\tnlc/ds\t", "run --profile=nlc/dsl"),
            ("netlab proxy thro\tnlc/ds\t", "proxy throttle nlc/dsl"), ("netlab run mine\t", "run mine.yaml"),
        ]
    )
    func `zsh completes the typed words`(_ typed: String, _ line: String) throws {
        try folder.write("mine.yaml", "")
        let script = """
            zmodload zsh/zpty
            "$NETLAB" completions zsh > _netlab
            zpty it 'PS1= TERM=dumb zsh -f -i -o no_prompt_sp'
            zpty -w it 'fpath=($PWD $fpath); autoload -Uz compinit; compinit -u -D'
            # The terminal echoes what is typed, so that is not the text that is waited for.
            zpty -w it 'netlab() { print -r -- "g"ot: $* }; print "re"ady'
            until [[ $line == *ready* ]]; do zpty -r it line || exit 8; done
            zpty -w -n it "$1"$'\\r'
            until [[ $line == *got:* ]]; do zpty -r it line || exit 9; done
            print -r -- ${line#*got:}
            """
        let environment = ["NETLAB": Netlab.path]
        let output = try Program(
            "/bin/sh",
            ["-c", #"exec timeout 30 zsh -f -c "$1" zsh "$2""#, "sh", script, typed],
            in: folder.path,
            environment: environment
        ).run()
        #expect(output.status == 0, "\(output.errors)")
        let words = output.output.split { $0.isWhitespace }.joined(separator: " ")
        #expect(words == line)
    }
}
