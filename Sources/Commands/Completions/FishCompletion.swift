import Programs

/// netlab's command line as completions of fish.
struct FishCompletion {
    private let commands: [CompletedCommand]

    init(_ commands: [CompletedCommand]) {
        self.commands = commands
    }

    var script: String {
        """
        # Completes netlab's command line in fish: netlab completions fish | source
        function __netlab_command
            set -l words (commandline -opc)
            if test (count $words) -gt 1 -a "$words[2]" = --no-color
                set -e words[2]
            end
            test (count $words) -gt 1 -a "$words[2]" = "$argv[1]"
        end
        function __netlab_begins
            set -l words (commandline -opc | string match -v -- --no-color)
            test (count $words) -eq 1
        end
        # True if one of these words follows the command's name.
        function __netlab_has
            set -l words (commandline -opc | string match -v -- --no-color)
            for word in $words[3..]
                if contains -- $word $argv
                    return 0
                end
            end
            return 1
        end
        complete -c netlab -f
        complete -c netlab -n __netlab_begins -l version -d 'show the version'
        complete -c netlab -n __netlab_begins -l help -d 'list the commands'
        complete -c netlab -n __netlab_begins -l no-color -d 'no colour'
        \(commands.flatMap(Self.lines).joined(separator: "\n"))

        """
    }

    private static func lines(_ command: CompletedCommand) -> [String] {
        let name = "complete -c netlab -n __netlab_begins -a \(command.name) -d \(quoted(command.summary))"
        return [name] + command.options.map { line(command.name, $0) } + operands(command)
    }

    private static func line(_ command: String, _ option: CommandOption) -> String {
        let names = option.names.map { name in
            name.hasPrefix("--") ? "-l \(name.dropFirst(2))" : "-s \(name.dropFirst(1))"
        }
        let value = option.value == nil ? "" : " -r\(arguments(option.known))"
        return condition("__netlab_command \(command)") + " \(names.joined(separator: " "))\(value)"
            + " -d \(quoted(option.about))"
    }

    private static func operands(_ command: CompletedCommand) -> [String] {
        let operands = command.operands
        let isChosen = "__netlab_command \(command.name)"
        guard operands.first != .unknown else { return [] }
        if command.startsProgram {
            return [condition(isChosen) + " -a '(__fish_complete_subcommand --fcs-skip=2)'"]
        }
        if operands.others == operands.first { return [condition(isChosen) + arguments(operands.first)] }
        let words = operands.first.words.joined(separator: " ")
        let isFirst = words.isEmpty ? "" : "; and not __netlab_has \(words)"
        let others =
            operands.others == .unknown
            ? [] : [condition("\(isChosen); and __netlab_has \(words)") + arguments(operands.others)]
        return [condition(isChosen + isFirst) + arguments(operands.first)] + others
            + operands.after.sorted { $0.key < $1.key }.map { first, values in
                condition("\(isChosen); and __netlab_has \(first)") + arguments(values)
            }
    }

    private static func condition(_ text: String) -> String {
        "complete -c netlab -n \(quoted(text))"
    }

    /// What may be typed, and whether file names are among it.
    private static func arguments(_ known: KnownValues) -> String {
        let words = known.words.joined(separator: " ")
        return switch known.paths {
        case .files: " -F" + (words.isEmpty ? "" : " -a \(quoted(words))")
        case .folders: " -f -a \(quoted("(__fish_complete_directories) \(words)"))"
        case .programs: " -f -a \(quoted("(__fish_complete_command) \(words)"))"
        case nil: " -f" + (words.isEmpty ? "" : " -a \(quoted(words))")
        }
    }

    static func quoted(_ text: String) -> String {
        var quoted = ""
        for scalar in text.unicodeScalars {
            if scalar == "'" || scalar == "\\" { quoted += "\\" }
            quoted.unicodeScalars.append(scalar)
        }
        return "'\(quoted)'"
    }
}
