import HTTP
import LinkModel
import Scenarios

/// Every kind of mapping in a scenario with its keys: the whole vocabulary of the format.
package enum SectionKind: Hashable, Sendable, CaseIterable {
    case scenario
    // The line.
    case link, direction, linkLayer, rate, scheduledRate, jitter, loss, gilbertElliott, fourState, share
    case reordering, outages, outage, policer, queue
    // The origin.
    case origin, namedOrigin, behaviour, file, encryption, quic, time, pieces, lastModified, cookie
    case credentials, basicCredentials, signing, fault
    // The client.
    case client, clientStep, cacheLimits, retry
    // Steps.
    case step, fetchEntry, fetchPattern

    package var keys: [String] {
        switch self {
        case .scenario: Self.scenarioKeys
        case .link:
            ["profile", "down", "up", "mtu", "rtt", "linkLayer", "dnsDelay", "aaaaDelay", "ip", "ip6"]
        case .direction: ["rate", "oneWayDelay"] + Impairment.allCases.map(\.key)
        case .linkLayer: LinkFraming.keys
        case .rate: ["schedule", "trace", "loop"]
        case .scheduledRate: ["rate", "for"]
        case .jitter: Self.figureKeys(.jitter)
        case .loss: ["random", "correlation", "gilbertElliott", "fourState"]
        case .gilbertElliott: GilbertElliott.keys
        case .fourState: FourStateLoss.keys
        case .share: Self.figureKeys(.duplication)
        case .reordering: Self.figureKeys(.reordering)
        case .outages: OutageDecoder.patterns.flatMap { $0 } + ["packets"]
        case .outage: ["at", "for"]
        case .policer: Self.figureKeys(.policing)
        case .queue: ["limit", "discipline"] + ControlledDelay.keys
        case .origin: OriginSettings.keys + Self.namedOrigin.keys
        case .namedOrigin: ["files", "paths"] + ResponseBehaviour.keys
        case .behaviour: ResponseBehaviour.keys
        case .file: OriginFileDecoder.contentKeys + MadeImageDecoder.keys.dropFirst() + ResponseBehaviour.keys
        case .encryption: OriginEncryption.keys
        case .quic: OriginQUIC.keys
        case .time: ["from", "to", "median", "sigma"]
        case .pieces: ResponsePieces.keys
        case .lastModified: ModificationDate.keys
        case .cookie: CookieSetting.keys
        case .credentials: ["basic", "bearer"]
        case .basicCredentials: ["user", "password"]
        case .signing: URLSigning.keys
        case .fault: ResponseFault.keys
        case .client: ClientSettings.keys
        case .clientStep: ClientSettings.keys.filter { !ClientSettings.hostKeys.contains($0) }
        case .cacheLimits: ClientSettings.CacheLimits.keys
        case .retry: ClientSettings.Retry.keys
        case .step: StepsDecoder.fetchKeys + StepsDecoder.verbs
        case .fetchEntry: FetchStep.Entry.keys
        case .fetchPattern: ["pattern", "files", "count", "page", "exponent", "options"]
        }
    }

    private static func figureKeys(_ impairment: Impairment) -> [String] {
        if case .figures(let figures) = impairment.settings { figures.figures.map(\.key) } else { [] }
    }

    private static let scenarioKeys = [
        "netlab", "name", "about", "seed", "clock", "proxy", "link", "origin", "origins", "client", "steps",
        "expect", "matrix",
    ]
}
