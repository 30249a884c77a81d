import Figures
package import JSON
import LinkModel

extension RunResult {
    /// Reads a `result.json` of this or an older version of netlab; nil if it is not one. Missing values
    /// count as unknown. Of the line it takes the mode and each direction's mean rate, delay and loss; the
    /// resolved scenario has the whole line.
    package init?(json: JSONValue) {
        guard json["schema"]?.text?.hasPrefix("netlab.result/") == true else { return nil }
        self.init(
            netlab: json["netlab"]?.text ?? "",
            scenario: json["scenario"]?.text ?? "",
            scenarioDigest: json["scenarioDigest"]?.text ?? "",
            seed: json["seed"]?.uint64 ?? 0,
            startedAt: json["startedAt"]?.text.flatMap(TimestampReading.nanoseconds) ?? 0,
            machine: MachineRecord(json: json["machine"] ?? .null),
            outcome: json["outcome"]?.text.flatMap(Outcome.init(rawValue:)) ?? .failed,
            failure: json["failure"]?.text,
            matrix: Self.matrix(json["matrix"]),
            repetition: json["repeat"]?.int ?? 1,
            link: LinkRecord(json: json["link"] ?? .null)
        )
        transfers = (json["transfers"]?.elements ?? []).compactMap(TransferResult.init(json:))
        steps = (json["steps"]?.elements ?? []).compactMap(StepResult.init(json:))
        expectations = (json["expectations"]?.elements ?? []).compactMap(ExpectationResult.init(json:))
        artifacts = Artifact.allCases.filter { json["artifacts"]?[$0.rawValue]?.text != nil }
        if let counts = json["packets"], let down = PacketCounts(json: counts["down"]),
            let up = PacketCounts(json: counts["up"])
        {
            packets = [.down: down, .up: up]
        }
        let emulation = json["emulation"]
        self.emulation = EmulationResult(
            latenessP50: emulation?["latenessP50Ns"]?.time,
            latenessP99: emulation?["latenessP99Ns"]?.time,
            latenessMax: emulation?["latenessMaxNs"]?.time,
            captureDrops: emulation?["captureDrops"]?.int,
            doubts: emulation?["why"]?.text.map { [.text($0)] } ?? []
        )
    }

    private static func matrix(_ json: JSONValue?) -> [MatrixValue] {
        guard case .object(let members)? = json else { return [] }
        return members.compactMap { member in
            member.value.text.map { MatrixValue(key: member.key, value: $0) }
        }
    }
}

extension ExpectationResult {
    fileprivate init?(json: JSONValue) {
        guard let text = json["text"]?.text, let line = json["line"]?.int,
            let verdict = json["verdict"]?.text.flatMap(Verdict.init(rawValue:))
        else { return nil }
        self.init(text: text, line: line, verdict: verdict, actual: .text(json["actual"]?.text ?? ""))
    }
}

extension LinkRecord {
    fileprivate init(json: JSONValue) {
        func direction(_ key: String) -> DirectionParameters {
            DirectionParameters(
                rateBps: json[key]?["rateBps"]?.int64,
                oneWayDelay: json[key]?["oneWayDelayNs"]?.time ?? 0,
                lossRatio: json[key]?["lossRatio"]?.number ?? 0
            )
        }
        self.init(
            mode: .packet,
            carrier: nil,
            profile: nil,
            congestion: nil,
            parameters: LinkParameters(
                down: direction("down"),
                up: direction("up"),
                mtu: json["mtu"]?.int ?? 1500,
                dnsDelay: json["dnsDelayNs"]?.time ?? 0
            )
        )
        parameters.ip = json["ip"]?.text.flatMap(IPVersions.init(rawValue:)) ?? .v4
        parameters.ip6Fault = json["ip6"]?.text.flatMap(IPv6Fault.init(rawValue:))
        parameters.aaaaDelay = json["aaaaDelayNs"]?.time ?? 0
        Self.recorded.read(json, into: &self)
        if mode == .stream { streams = streams ?? Streams(lossAsDelay: false) }
        if mode == .packet { streams = nil }
        clockOrigin = json["clockOriginNs"]?.int64
    }
}
