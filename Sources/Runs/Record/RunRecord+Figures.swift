package import JSON
import LinkModel
import Logs
import Scenarios
import Wire

extension RunRecord: Tabulated {
    package static let schema = "netlab.record/1"
    /// In the run's folder.
    package static let fileName = "record.json"

    /// Without the logs, which are files of their own, and the line's settings, which the scenario has.
    package static let figures: [ResultFigure<RunRecord>] = [
        .derived(.word, "schema", \.ownSchema),
        .member("netlab", \.netlab),
        .member("scenario", \.scenario),
        .member("scenarioDigest", \.scenarioDigest),
        .member("seed", \.seed),
        .member("matrix", \.matrix),
        .member("repeat", \.repetition),
        // Of the calendar and of the kernel: longer than any run's time.
        .member("startedAtNs", \.startedAt),
        .member("clockOriginNs", \.clockOrigin),
        .member("machine", \.machine),
        .derived(.word, "link", \.recordedLink),
        .derived(.word, "ending", \.ending.word),
        .derived(.word, "failure", \.ending.failure),
        .member("expectationLines", \.expectationLines),
        .derived(.word, "entries", \.entries),
        .member("linkLogOmitted", \.linkLogOmitted),
        .member("flowPorts", \.flowPorts),
        .member("captures", \.captures),
        .member("shortage", \.shortage),
        .member("cache", \.cache),
        .member("clock", \.clock),
        .member("steps", \.steps),
        .member("transfers", \.transfers),
    ]

    /// nil if it is no record of this version. The caller adds the logs and the line's settings.
    package init?(json: JSONValue) {
        // What is unknown is null: a part that is not there was removed.
        guard json["schema"] == Self.schema.json, Self.figures.allSatisfy({ json[$0.key] != nil }),
            let ending = RunEnding(json["ending"]?.text, failure: json["failure"]?.text)
        else { return nil }
        self.init(
            scenario: "",
            scenarioDigest: "",
            seed: 0,
            startedAt: 0,
            machine: MachineRecord(json: json["machine"] ?? .null),
            link: LinkRecord(
                mode: .packet,
                carrier: nil,
                profile: nil,
                congestion: nil,
                parameters: .unlimited
            )
        )
        self.ending = ending
        guard Self.figures.read(json, into: &self),
            LinkRecord.recorded.read(json["link"] ?? .null, into: &link)
        else { return nil }
    }

    private var ownSchema: String { Self.schema }

    private var recordedLink: JSONValue { .object(LinkRecord.recorded.members(of: link)) }

    package var entries: LogEntries { LogEntries(self) }
}

extension RunEnding {
    fileprivate var word: String {
        switch self {
        case .completed: "completed"
        case .interrupted: "interrupted"
        case .failed: "failed"
        }
    }

    fileprivate var failure: String? {
        if case .failed(let why) = self { why } else { nil }
    }

    fileprivate init?(_ word: String?, failure: String?) {
        let endings = [.completed, .interrupted, .failed(failure ?? "")] as [RunEnding]
        guard let ending = endings.first(where: { $0.word == word }) else { return nil }
        self = ending
    }
}
