package import Inspection
package import Programs

extension CommandFailure {
    private static let mostNamed = 8

    /// The file has no connection with this number.
    package static func noConnection(_ stream: Int, in file: String, of inspection: CaptureInspection)
        -> CommandFailure
    {
        .invalidFile(
            "\(file): error: the capture has no connection \(stream)",
            advice: advice(inspection)
        )
    }

    /// The valid numbers. A filter leaves connections out, and the others keep their numbers.
    private static func advice(_ inspection: CaptureInspection) -> String {
        let flows = inspection.flows
        guard let last = flows.last else { return "the capture has no connections" }
        if flows.count > last.stream { return "its connections are numbered 0 to \(last.stream)" }
        let shown = flows.prefix(mostNamed).map { "\($0.stream)" }.joined(separator: ", ")
        return "--filter leaves its connections \(shown)" + (flows.count > mostNamed ? ", ..." : "")
    }
}
