import Inspection

extension CommandFailure {
    /// There is no connection of that number in a file.
    static func noConnection(_ stream: Int, in file: String, of inspection: CaptureInspection)
        -> CommandFailure
    {
        .invalidFile(
            "\(file): error: it has no connection \(stream)",
            advice: inspection.flows.last.map { "its connections are 0 to \($0.stream)" }
                ?? "it has no connection at all"
        )
    }
}
