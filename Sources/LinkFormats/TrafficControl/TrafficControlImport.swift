import LinkModel

/// tc commands, or the output of `tc qdisc show`, as a line seen from the host they configure: packets that
/// leave go up.
struct TrafficControlImport {
    private let script: TrafficControlScript
    private var warnings: ImportWarnings

    init(_ commands: [ShellCommand]) throws(ImportError) {
        script = try TrafficControlScript(commands)
        warnings = script.warnings
    }

    /// nil if nothing in it is tc's.
    consuming func read() throws(ImportError) -> LinkImport? {
        guard let first = script.first else { return nil }
        var link = LinkParameters(down: DirectionParameters(), up: DirectionParameters())
        let roles = try roles(first)
        var framings: [LinkFraming] = []
        for direction in [LinkDirection.up, .down] {
            guard let device = roles[direction] else { continue }
            let records = script.records.filter { $0.device == device }
            let reading = try DeviceReading(records, warnings: &warnings)
            link[direction] = reading.direction
            if let limit = reading.limit {
                if link[direction].rateBps != nil {
                    link[direction].queue = .packets(NetemLimit.queue(limit: limit, link, direction))
                }
            }
            if let framing = reading.framing { framings.append(framing) }
        }
        link.framing = framings.first ?? .none
        if Set(framings).count > 1 {
            warnings.add(
                "the directions add different overheads to packets: the overhead of `up` is used for both"
            )
        }
        return LinkImport(.trafficControl, link, warnings)
    }

    /// Assigns interfaces to directions.
    private mutating func roles(_ first: ShellWord) throws(ImportError) -> [LinkDirection: String] {
        var devices: [String] = []
        for record in script.records where !QueueReader.defaults.contains(record.kind.text) {
            if !devices.contains(record.device) { devices.append(record.device) }
        }
        guard !devices.isEmpty else {
            throw first.error("these tc commands shape nothing: they have neither netem nor tbf")
        }
        let arriving = devices.filter { script.redirectionTargets.contains($0) || $0.hasPrefix("ifb") }
        let leaving = devices.filter { !arriving.contains($0) }
        guard arriving.count + leaving.count <= 2, arriving.count <= 1 else {
            throw first.error("more than two interfaces are shaped: \(devices.joined(separator: ", "))")
        }
        if leaving.count == 2 {
            warnings.add(
                "what leaves `\(leaving[0])` is taken for `up`, what leaves `\(leaving[1])` for `down`: swap them if the "
                    + "client is on the other side"
            )
            return [.up: leaving[0], .down: leaving[1]]
        }
        var roles: [LinkDirection: String] = [:]
        if let device = leaving.first { roles[.up] = device }
        if let device = arriving.first { roles[.down] = device }
        if roles[.down] == nil, let device = roles[.up] {
            let name = device.isEmpty ? "the interface" : "`\(device)`"
            warnings.add("only what leaves \(name) is shaped: taken for `up`; `down` is left as it is")
        } else if roles[.up] == nil {
            warnings.add("only what arrives is shaped: taken for `down`; `up` is left as it is")
        }
        return roles
    }
}
