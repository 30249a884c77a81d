package import JSON

extension TimingEvent: JSONLine {
    package static let schema = "netlab.timing/1"

    /// `atNs` counts from the run's start.
    package func write(to writer: inout JSONWriter) {
        writer.raw("{")
        writer.member("atNs", at)
        writer.member("transfer", transfer)
        writer.member("event", kind.rawValue)
        writer.member("bytes", bytes)
        writer.raw("}")
    }
}
