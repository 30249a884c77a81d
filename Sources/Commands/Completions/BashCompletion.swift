import Figures
import Programs

/// netlab's command line as a completion function of bash (4.0 or newer).
struct BashCompletion {
    private let commands: [CompletedCommand]

    init(_ commands: [CompletedCommand]) {
        self.commands = commands
    }

    var script: String {
        let names = commands.map(\.name) + CommandList.options
        return """
            # Completes netlab's command line in bash: source <(netlab completions bash)
            _netlab() {
                local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
                local at=1 command options= valued= words= paths= program= first= ended= operands=0 i each
                COMPREPLY=()
                # bash makes a word of its own of the sign in --option=value.
                if [[ $word == = ]]; then word=
                elif [[ $before == = ]]; then before=${COMP_WORDS[COMP_CWORD-2]}
                fi
                [[ ${COMP_WORDS[1]} == --no-color ]] && at=2
                command=${COMP_WORDS[at]}
                if ((COMP_CWORD <= at)); then
                    COMPREPLY=($(compgen -W \(Self.list(names)) -- "$word"))
                    return
                fi
                case $command in
            \(commands.map(Self.options).joined(separator: "\n"))
                *) return ;;
                esac
                # Which operand is it, or is it an option's value?
                for ((i = at + 1; i < COMP_CWORD; i++)); do
                    each=${COMP_WORDS[i]}
                    if [[ -z $ended && $each == -- ]]; then ended=1
                    elif [[ -z $ended && $each == -?* ]]; then
                        [[ $valued == *" $each "* ]] || continue
                        [[ ${COMP_WORDS[i+1]} == = ]] && ((i++))
                        ((i++))
                    else
                        first=${first:-$each} ended=$ended$program
                        ((operands++))
                    fi
                done
                if ((i > COMP_CWORD)); then
                    case "$command $before" in
            \(optionValues.joined(separator: "\n"))
                    esac
                elif [[ -z $ended && $word == -* ]]; then
                    words=$options
                else
                    case "$command $operands $first" in
            \(commands.flatMap(Self.operands).joined(separator: "\n"))
                    esac
                fi
                [[ $paths ]] && compopt -o filenames 2>/dev/null
                mapfile -t COMPREPLY < <(
                    compgen -W "$words" -- "$word"
                    case $paths in
                    files) compgen -f -- "$word" ;;
                    folders) compgen -d -- "$word" ;;
                    programs) compgen -c -- "$word" ;;
                    esac
                )
            }
            complete -F _netlab netlab

            """
    }

    private static func options(_ command: CompletedCommand) -> String {
        let valued = command.valuedSpellings
        return """
                \(command.name))
                    options=\(list(command.spellings))\(command.startsProgram ? " program=1" : "")
                    valued=' \(valued.joined(separator: " ")) '
                    ;;
            """
    }

    /// One branch for all options whose values are the same.
    private var optionValues: [String] {
        var places: [(values: KnownValues, patterns: [String])] = []
        for command in commands {
            for option in command.options where option.known != .unknown {
                let patterns = option.names.map { "\(command.name) \($0)".quotedForShell }
                if let known = places.firstIndex(where: { $0.values == option.known }) {
                    places[known].patterns += patterns
                } else {
                    places.append((option.known, patterns))
                }
            }
        }
        return places.map { Self.branch($0.patterns.joined(separator: " | "), $0.values) }
    }

    /// Branches for what a command takes besides options; the first that matches holds.
    private static func operands(_ command: CompletedCommand) -> [String] {
        let operands = command.operands
        let after = operands.after.sorted { $0.key < $1.key }.map { first, values in
            branch("'\(command.name) '*' \(first)'", values)
        }
        let first = operands.first == .unknown ? [] : [branch("'\(command.name) 0 '", operands.first)]
        let others = operands.others == .unknown ? [] : [branch("'\(command.name) '*", operands.others)]
        return after + first + others
    }

    private static func branch(_ pattern: String, _ values: KnownValues) -> String {
        let words = values.words.isEmpty ? "" : " words=\(list(values.words))"
        let paths = values.paths.map { " paths=\($0.rawValue)" } ?? ""
        return "        \(pattern))\(words)\(paths) ;;"
    }

    /// The words as one argument that `compgen -W` takes apart again; it removes quotes like the shell.
    static func list(_ words: [String]) -> String {
        words.map(\.quotedForShell).joined(separator: " ").quotedForShell
    }
}
