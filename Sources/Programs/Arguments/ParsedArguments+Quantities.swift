import ScenarioFormat

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
