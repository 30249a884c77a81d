import JSON
package import LinkModel
package import Wire

/// What the cells of a plan have in common, and what pins their results: nothing of it is chosen when a cell is run.
package struct CellConditions: Hashable, Sendable {
    /// Version of netlab.
    package var netlab: String
    package var clock: ClockKind
    /// The guest kernel's version in virtual time, else this machine's.
    package var kernel: String
    package var line: LinkMode

    package init(netlab: String, clock: ClockKind, kernel: String, line: LinkMode) {
        self.netlab = netlab
        self.clock = clock
        self.kernel = kernel
        self.line = line
    }

    package var sentence: String {
        let time = clock == .virtual ? "in virtual time on the guest kernel" : "in real time on the kernel"
        return "netlab \(netlab), \(time) \(kernel), \(line.rawValue) mode."
    }

    var members: [JSONValue.Member] {
        [
            .init(key: "netlab", value: netlab.json), .init(key: "clock", value: clock.rawValue.json),
            .init(key: "kernel", value: kernel.json), .init(key: "line", value: line.rawValue.json),
        ]
    }

    init?(json: JSONValue) {
        guard let netlab = json["netlab"]?.text, let kernel = json["kernel"]?.text,
            let clock = json["clock"]?.text.flatMap(ClockKind.init(rawValue:)),
            let line = json["line"]?.text.flatMap(LinkMode.init(rawValue:))
        else { return nil }
        self.init(netlab: netlab, clock: clock, kernel: kernel, line: line)
    }
}
