package import JSON

/// `result.json` read back, as far as it is readable.
package struct ResultReading {
    /// nil if the document is not a run's result.
    package let result: RunResult?
    /// Deviations from what a run writes, as sentences without a full stop.
    package private(set) var faults: [String] = []

    private static let name = "result.json"

    package init(_ json: JSONValue) {
        result = RunResult(json: json)
        guard let result else {
            faults.append("\(Self.name) is no result of a run")
            return
        }
        if json["schema"] != .string(RunResult.schema) {
            faults.append("\(Self.name) is another version's: what this one knows of it is told")
        }
        noteLeftOut(json["transfers"], kept: result.transfers.count, "transfers")
        noteLeftOut(json["steps"], kept: result.steps.count, "steps")
        if result.link.mode == .packet, json["link"]?["mode"] != .string("packet") {
            faults.append("\(Self.name) does not say what carried the line: packets are taken for granted")
        }
        if json["emulation"]?["trusted"]?.flag == nil {
            faults.append("\(Self.name) does not say whether its figures can be trusted")
        }
        var met: Set<Int> = []
        for transfer in result.transfers where !met.insert(transfer.id).inserted {
            faults.append("two transfers of \(Self.name) have the number \(transfer.id)")
        }
    }

    private mutating func noteLeftOut(_ list: JSONValue?, kept: Int, _ what: String) {
        let written = list?.elements ?? []
        if written.isEmpty {
            faults.append("\(Self.name) has no \(what)")
        } else if written.count > kept {
            let names = Self.names(written, what).joined(separator: ", ")
            faults.append("\(Self.name) has \(what) that cannot be read, and are left out: \(names)")
        }
    }

    /// Names of the entries that cannot be read, or their positions if they have no name.
    private static func names(_ written: [JSONValue], _ what: String) -> [String] {
        let isOfTransfers = what == "transfers"
        return written.enumerated().compactMap { place, json in
            let isRead = isOfTransfers ? TransferResult(json: json) != nil : StepResult(json: json) != nil
            if isRead { return nil }
            let name = isOfTransfers ? json["file"]?.text : json["name"]?.text
            guard let name else { return "the one in place \(place + 1)" }
            guard isOfTransfers, let step = json["step"]?.text else { return name }
            return "\(step)[\(name)]"
        }
    }
}
