package import LinkModel

/// A line as another tool's text describes it.
package struct LinkImport: Hashable, Sendable {
    package var format: LinkFormat
    package var link: LinkParameters
    /// Omissions and changes: a sentence each, without the full stop.
    package var warnings: [String]

    /// Reads tc commands, the output of `tc qdisc show`, toxiproxy's JSON, or a mahimahi trace or command
    /// line.
    ///
    /// `name` is the name that a scenario would give a trace. `file` returns the bytes of a trace named on a
    /// command line; nil if there is none.
    package init(
        _ bytes: [UInt8],
        name: String,
        file: @escaping (String) -> [UInt8]? = { _ in nil }
    ) throws(ImportError) {
        let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        guard let first else { throw ImportError("it is empty") }
        if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
            self = try ToxiproxyImport.read(bytes)
            return
        }
        if TraceText.begins(bytes) {
            self = MahimahiImport.line(of: try TraceText.read(bytes, name: name))
            return
        }
        guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
            throw ImportError("this is not text")
        }
        let commands = try ShellText(text).commands
        if let found = try MahimahiImport(commands, file: file).read() {
            self = found
        } else if let found = try TrafficControlImport(commands).read() {
            self = found
        } else {
            throw ImportError(
                "this is neither tc commands (or what `tc qdisc show` prints), toxiproxy's JSON, nor a trace or a command "
                    + "line of mahimahi",
                line: 1,
                column: 1
            )
        }
    }

    init(_ format: LinkFormat, _ link: LinkParameters, _ warnings: ImportWarnings) {
        self.format = format
        self.link = link
        self.warnings = warnings.lines
    }
}
