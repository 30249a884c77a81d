import Figures
import Programs

/// netlab's command line as a completion function of zsh.
struct ZshCompletion {
    private let commands: [CompletedCommand]
    /// Each has a function of its own, named by its place.
    private let values: [KnownValues]

    init(_ commands: [CompletedCommand]) {
        self.commands = commands
        var values: [KnownValues] = []
        for command in commands {
            let operands = command.operands
            let all =
                command.options.map(\.known) + [operands.first, operands.others]
                + operands.after.sorted { $0.key < $1.key }.map(\.value)
            for one in all where one != .unknown && !values.contains(one) { values.append(one) }
        }
        self.values = values
    }

    var script: String {
        let rows = commands.map { Self.quoted("\($0.name):\($0.summary)") }
        return """
            #compdef netlab
            # Completes netlab's command line in zsh: keep it as _netlab in a folder of $fpath.
            \(values.indices.map(function).joined(separator: "\n"))
            \(commands.compactMap(laterFunction).joined(separator: "\n"))
            _netlab() {
                local curcontext=$curcontext state line
                typeset -A opt_args
                local -a commands=(
                    \(rows.joined(separator: "\n        "))
                )
                _arguments -C '--version[show the version]' '--help[list the commands]' \\
                    '--no-color[no colour]' '1: :->command' '*:: :->rest'
                case $state in
                command) _describe -t commands command commands ;;
                rest)
                    case $words[1] in
            \(commands.map(branch).joined(separator: "\n"))
                    esac
                    ;;
                esac
            }
            if [[ $funcstack[1] == _netlab ]]; then _netlab "$@"; else compdef _netlab netlab; fi

            """
    }

    private func function(_ place: Int) -> String {
        let known = values[place]
        let words = known.words.map(\.quotedForShell).joined(separator: " ")
        let calls =
            (known.words.isEmpty ? [] : [#"compadd "$@" -- "# + words])
            + (known.paths.map { [Self.call($0)] } ?? [])
        return "_netlab_\(place)() { \(calls.joined(separator: "; ")) }"
    }

    private static func call(_ paths: KnownValues.Paths) -> String {
        switch paths {
        case .files: #"_files "$@""#
        case .folders: #"_files "$@" -/"#
        case .programs: #"_command_names -e"#
        }
    }

    /// A function for what follows the first operand, if that depends on it.
    private func laterFunction(_ command: CompletedCommand) -> String? {
        guard !command.operands.after.isEmpty else { return nil }
        let cases = command.operands.after.sorted { $0.key < $1.key }.map { first, known in
            "if (( ${words[(I)\(first)]} )); then \(action(known)) \"$@\"; fi"
        }
        return "_netlab_after_\(command.name)() { \(cases.joined(separator: "; ")) }"
    }

    private func branch(_ command: CompletedCommand) -> String {
        let specs = command.options.flatMap(specs) + operandSpecs(command)
        return """
                    \(command.name)) _arguments -S \\
                        \(specs.joined(separator: " \\\n                ")) ;;
            """
    }

    private func specs(_ option: CommandOption) -> [String] {
        option.names.map { name in
            guard let value = option.value else {
                return Self.quoted("*\(name)[\(Self.plain(option.about))]")
            }
            // Long options also take their value behind `=`.
            let sign = name.hasPrefix("--") ? "=" : ""
            let about = "[\(Self.plain(option.about))]"
            return Self.quoted("*\(name)\(sign)\(about):\(Self.plain(value)):\(action(option.known))")
        }
    }

    private func operandSpecs(_ command: CompletedCommand) -> [String] {
        let operands = command.operands
        if command.startsProgram { return ["'(-)1:program:_command_names -e'", "'*::argument:_normal'"] }
        let first = operands.first == .unknown ? [] : ["'1:operand:\(action(operands.first))'"]
        if !operands.after.isEmpty { return first + ["'*:operand:_netlab_after_\(command.name)'"] }
        return operands.others == .unknown ? first : first + ["'*:operand:\(action(operands.others))'"]
    }

    /// A space completes nothing.
    private func action(_ known: KnownValues) -> String {
        values.firstIndex(of: known).map { "_netlab_\($0)" } ?? " "
    }

    /// Without meaning in a specification of `_arguments`.
    private static func plain(_ text: String) -> String {
        var plain = ""
        for scalar in text.unicodeScalars {
            if "\\[]:".unicodeScalars.contains(scalar) { plain += "\\" }
            plain.unicodeScalars.append(scalar)
        }
        return plain
    }

    /// Always in quotes, so that neither stars nor braces are expanded.
    private static func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
    }
}
