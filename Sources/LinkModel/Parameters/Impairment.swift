/// What a direction of a line may do to packets besides carrying them in order at one rate and delay.
///
/// Descriptions of lines list these cases in this order. The raw value is the key in a line's JSON.
package enum Impairment: String, Hashable, Sendable, CaseIterable {
    case jitter
    case loss
    case duplication = "duplicate"
    case corruption = "corrupt"
    case reordering = "reorder"
    case outages
    case policing = "police"
    /// A queue that does more than drop arrivals while it is full.
    case discipline

    /// The order in which a packet meets them.
    package static let onTheWay: [Impairment] = [
        .outages, .loss, .corruption, .duplication, .policing, .discipline, .reordering, .jitter,
    ]

    /// The key in a direction of a scenario's line. The discipline is written under the queue's key, beside
    /// its limit.
    package var key: String { self == .discipline ? "queue" : rawValue }

    /// The name used in sentences.
    package var name: String {
        switch self {
        case .jitter: "jitter"
        case .loss: "loss"
        case .duplication: "duplication"
        case .corruption: "corruption"
        case .reordering: "reordering"
        case .outages: "outages"
        case .policing: "policing"
        case .discipline: "the queue discipline"
        }
    }

    /// What theory leaves out with it.
    package var omission: String {
        switch self {
        case .duplication: "the duplicates"
        case .corruption: "the damaged packets"
        case .discipline: "the queue's discipline"
        case .jitter, .loss, .reordering, .outages, .policing: "the \(name)"
        }
    }

    /// The settings that state it.
    package var settings: ImpairmentSettings {
        switch self {
        case .jitter: .figures(Jitter.figures)
        case .loss: .loss
        case .duplication: .figures(Self.duplicates)
        case .corruption: .figures(Self.damage)
        case .reordering: .figures(Reordering.figures)
        case .outages: .outages
        case .policing: .figures(Policer.figures)
        case .discipline: .queue
        }
    }

    private static let duplicates = ImpairmentFigures(\.duplication, "# duplicated")
    private static let damage = ImpairmentFigures(\.corruption, "# corrupted")

    package func isPresent(in side: DirectionParameters) -> Bool {
        switch self {
        case .jitter: side.jitter != nil
        case .loss: side.loss.ratio > 0
        case .duplication: side.duplication.ratio > 0
        case .corruption: side.corruption.ratio > 0
        case .reordering: side.reordering != nil
        case .outages: side.outages != nil
        case .policing: side.policer != nil
        case .discipline: side.discipline != .dropTail
        }
    }

    /// Effect on the duration of a transfer. A discipline that drops early has the effect `longer` instead.
    package var effect: TimeEffect {
        switch self {
        case .outages: .unknown
        case .loss, .corruption, .duplication, .policing: .longer
        case .discipline, .reordering, .jitter: .either
        }
    }

    /// True if packets may be delayed by another time than the direction's delay.
    package var variesDelay: Bool {
        switch self {
        case .jitter, .reordering: true
        case .loss, .duplication, .corruption, .outages, .policing, .discipline: false
        }
    }

    /// The promise of byte streams that this direction's impairment breaks; nil if a byte stream supports it.
    package func brokenPromise(in side: DirectionParameters) -> StreamPromise? {
        guard isPresent(in: side) else { return nil }
        return switch self {
        case .jitter: nil
        case .reordering: side.reordering?.share.ratio == 0 ? nil : .order
        case .duplication: .uniqueness
        case .corruption: .integrity
        case .loss, .policing: .delivery
        case .outages: side.outages?.packets == .lost ? .delivery : nil
        case .discipline: side.discipline.dropsEarly ? .delivery : nil
        }
    }
}
