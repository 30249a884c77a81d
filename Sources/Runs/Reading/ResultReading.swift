package import JSON

/// `result.json` read back, as far as it is readable.
package struct ResultReading {
    /// nil if the document is not a run's result.
    package let result: RunResult?
    /// Deviations from what a run writes.
    package private(set) var faults: [ResultFault] = []

    package init(_ json: JSONValue) {
        result = RunResult(json: json)
        guard let result else {
            faults.append(.noResult)
            return
        }
        if json["schema"] != .string(RunResult.schema) { faults.append(.otherVersion) }
        noteLeftOut(json["transfers"], kept: result.transfers.count, .transfers)
        noteLeftOut(json["steps"], kept: result.steps.count, .steps)
        if result.link.mode == .packet, json["link"]?["mode"] != .string("packet") {
            faults.append(.unknownCarrier)
        }
        if json["emulation"]?["trusted"]?.flag == nil { faults.append(.unknownTrust) }
        var met: Set<Int> = []
        for transfer in result.transfers where !met.insert(transfer.id).inserted {
            faults.append(.sameNumber(transfer.id))
        }
    }

    private mutating func noteLeftOut(_ json: JSONValue?, kept: Int, _ list: ResultFault.List) {
        let written = json?.elements ?? []
        if written.isEmpty {
            faults.append(.empty(list))
        } else if written.count > kept {
            faults.append(.unreadable(list, Self.unreadable(written, list)))
        }
    }

    private static func unreadable(_ written: [JSONValue], _ list: ResultFault.List) -> [ResultFault.Entry] {
        written.enumerated().compactMap { place, json in
            switch list {
            case .transfers where TransferResult(json: json) == nil:
                guard let file = json["file"]?.text else { return .place(place + 1) }
                guard let step = json["step"]?.text else { return .name(file) }
                return .transfer(TransferName(step: step, file: file))
            case .steps where StepResult(json: json) == nil:
                return json["name"]?.text.map { .name($0) } ?? .place(place + 1)
            case .transfers, .steps: return nil
            }
        }
    }
}
