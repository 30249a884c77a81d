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
