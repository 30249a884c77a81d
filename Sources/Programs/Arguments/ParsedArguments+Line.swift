package import Testbed

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
