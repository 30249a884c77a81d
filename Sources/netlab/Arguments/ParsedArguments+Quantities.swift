import Scenarios

extension ParsedArguments {
    /// The value as a time in nanoseconds, spelled as in a scenario: `5min`.
    func duration(_ name: String) throws(CommandFailure) -> Int64? {
        try quantity(name, .duration)
    }

    /// The value as a size in bytes, spelled as in a scenario: `300KiB`; a bare number counts bytes.
    func size(_ name: String) throws(CommandFailure) -> Int64? {
        guard let text = value(name) else { return nil }
        if let bytes = Int64(text), bytes >= 0 { return bytes }
        return try quantity(name, .bytes)
    }

    private func quantity(_ name: String, _ kind: QuantityKind) throws(CommandFailure) -> Int64? {
        guard let text = value(name) else { return nil }
        do {
            return try Quantity(text, as: [kind]).baseUnits()
        } catch {
            throw CommandFailure(.wrongUsage, "\(name): \(error.message)")
        }
    }
}
