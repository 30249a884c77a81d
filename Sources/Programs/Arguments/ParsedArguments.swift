package import LinuxIO
package import Runs
import ScenarioFormat
package import Testbed
import Wire

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

// MARK: Line

extension ParsedArguments {
    /// The value of `--link`; nil without one.
    package func line() throws(CommandFailure) -> LineChoice? {
        guard let word = value("--link") else { return nil }
        guard let line = LineChoice(rawValue: word) else {
            throw CommandFailure(.wrongUsage, "--link is auto, packet or stream: not `\(word)`")
        }
        return line
    }
}

// MARK: Carrier

extension ParsedArguments {
    /// The carrier that `--carrier` names; nil takes the first that works.
    package func carrier() throws(CommandFailure) -> LinkRecord.Carrier? {
        guard let kind = value("--carrier") else { return nil }
        guard let carrier = LinkRecord.Carrier(rawValue: kind) else {
            throw CommandFailure(.wrongUsage, "--carrier is tun or veth: not `\(kind)`")
        }
        return carrier
    }
}

// MARK: Share

extension ParsedArguments {
    /// A percentage as a share; nil if the option is not given.
    package func share(_ option: String, most: Double, example: String) throws(CommandFailure) -> Double? {
        guard let text = value(option) else { return nil }
        guard text.hasSuffix("%"), let percent = Double(text.dropLast()), 0...most ~= percent else {
            throw CommandFailure(
                .wrongUsage,
                "\(option) takes a percentage, not `\(text)`",
                advice: "for example \(option) \(example)"
            )
        }
        return percent / 100
    }

    /// `--tolerance`: how much worse something may be.
    package func tolerance() throws(CommandFailure) -> Double? {
        try share("--tolerance", most: 10_000, example: "20%")
    }
}

// MARK: Quantities

extension ParsedArguments {
    /// The value as a time in nanoseconds, spelled as in a scenario: `5min`.
    package func duration(_ name: String) throws(CommandFailure) -> Int64? {
        try quantity(name, .duration)
    }

    /// The value as a size in bytes, spelled as in a scenario: `300KiB`; a bare number counts bytes.
    package func size(_ name: String) throws(CommandFailure) -> Int64? {
        guard let text = value(name) else { return nil }
        return try Self.size(text, for: name)
    }

    /// A size that is part of the value of `name`, in the same spelling.
    package static func size(_ text: String, for name: String) throws(CommandFailure) -> Int64 {
        if let bytes = Int64(text), bytes >= 0 { return bytes }
        return try quantity(text, .bytes, for: name)
    }

    private func quantity(_ name: String, _ kind: QuantityKind) throws(CommandFailure) -> Int64? {
        guard let text = value(name) else { return nil }
        return try Self.quantity(text, kind, for: name)
    }

    private static func quantity(
        _ text: String,
        _ kind: QuantityKind,
        for name: String
    ) throws(CommandFailure) -> Int64 {
        do {
            return try Quantity(text, as: [kind]).baseUnits()
        } catch {
            throw CommandFailure(.wrongUsage, "\(name): \(error.message)")
        }
    }
}

// MARK: Listening

extension ParsedArguments {
    /// Where a server is to listen: `--bind` and `--port`.
    package func listeningAddress(usualPort: UInt16) throws(CommandFailure) -> SocketAddress {
        let port = try number("--port", in: 0...UInt64(UInt16.max)).map { UInt16($0) } ?? usualPort
        let text = value("--bind") ?? "127.0.0.1"
        let isBracketed = text.hasPrefix("[") && text.hasSuffix("]")
        let host = isBracketed ? String(text.dropFirst().dropLast()) : text
        guard let address = SocketAddress(host == "localhost" ? "127.0.0.1" : host, port: port) else {
            throw CommandFailure(
                .wrongUsage,
                "--bind takes an IP address of this machine: not `\(text)`",
                advice:
                    "127.0.0.1 or ::1 listens on this machine only, 0.0.0.0 on every interface, :: also on IPv6; --port N sets the port"
            )
        }
        if !address.host.isV4, address.host.isLinkLocal {
            throw CommandFailure(
                .wrongUsage,
                "--bind \(text): a link-local address needs an interface, which --bind cannot name",
                advice: "--bind :: listens on every interface"
            )
        }
        return address
    }

    /// The page's port: `--ui-port`. nil takes the usual one, or any if that is in use.
    package func pagePort() throws(CommandFailure) -> UInt16? {
        try number("--ui-port", in: 0...UInt64(UInt16.max)).map { UInt16($0) }
    }
}
