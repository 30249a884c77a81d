/// A command's arguments, divided into options and positionals.
package struct ParsedArguments: Hashable, Sendable {
    /// Values by the option's first name, in the order given; a switch has an empty value.
    package private(set) var options: [String: [String]] = [:]
    package private(set) var positionals: [String] = []

    /// Sorts `arguments` by the command's options. `--` ends the options; with `endingAtFirstName` the first
    /// positional ends them, too, since what follows belongs to another program.
    package init(
        _ arguments: some Sequence<String>,
        taking known: [CommandOption],
        command: String,
        endingAtFirstName: Bool = false
    ) throws(CommandFailure) {
        var rest = Array(arguments)[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                positionals += rest
                return
            }
            guard argument.hasPrefix("-"), argument != "-" else {
                positionals.append(argument)
                if endingAtFirstName {
                    positionals += rest
                    return
                }
                continue
            }
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            guard let option = known.first(where: { $0.names.contains(name) }) else {
                throw Self.unknown(name, known, command)
            }
            var value = parts.count == 2 ? String(parts[1]) : nil
            if let wanted = option.value {
                value = value ?? rest.popFirst()
                guard value != nil else {
                    throw CommandFailure(.wrongUsage, "\(name) needs a value: \(name) \(wanted)")
                }
            } else if value != nil {
                throw CommandFailure(.wrongUsage, "\(name) takes no value")
            }
            options[option.names[0], default: []].append(value ?? "")
        }
    }

    package func has(_ name: String) -> Bool {
        options[name] != nil
    }

    /// The last value given: a later option overrides an earlier one.
    package func value(_ name: String) -> String? {
        options[name]?.last
    }

    package func values(_ name: String) -> [String] {
        options[name] ?? []
    }

    /// The value as a whole number within the range.
    package func number(_ name: String, in range: ClosedRange<UInt64>) throws(CommandFailure) -> UInt64? {
        guard let text = value(name) else { return nil }
        guard let number = UInt64(text), range.contains(number) else {
            throw CommandFailure(
                .wrongUsage,
                "\(name) takes a whole number from \(range.lowerBound) to \(range.upperBound): not `\(text)`"
            )
        }
        return number
    }

    /// Options that are planned but not yet available, by command; they are refused by name.
    private static let planned: [String: Set<String>] = [
        "inspect": ["--report"],
        "doctor": ["--calibrate"],
    ]

    private static func unknown(
        _ name: String,
        _ known: [CommandOption],
        _ command: String
    ) -> CommandFailure {
        if planned[command]?.contains(name) == true {
            return CommandFailure(.wrongUsage, "\(name) of netlab \(command) is not implemented yet")
        }
        let nearest = name.nearest(among: known.flatMap(\.names))
        return CommandFailure(
            .wrongUsage,
            "netlab \(command) has no option `\(name)`",
            advice: nearest.map { "did you mean `\($0)`?" } ?? "netlab help \(command) lists its options"
        )
    }
}
