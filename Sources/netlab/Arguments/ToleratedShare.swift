/// The value of `--tolerance`: how much worse something may be.
enum ToleratedShare {
    static func read(_ text: String) throws(CommandFailure) -> Double {
        guard text.hasSuffix("%"), let percent = Double(text.dropLast()), 0...10_000 ~= percent else {
            throw CommandFailure(
                .wrongUsage,
                "--tolerance takes a percentage, not `\(text)`",
                advice: "for example --tolerance 20%"
            )
        }
        return percent / 100
    }
}
