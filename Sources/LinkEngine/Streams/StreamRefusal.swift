package import LinkModel

/// What a line is asked for that does not exist between byte streams.
package struct StreamRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    package struct Cause: Hashable, Sendable {
        package var direction: LinkDirection
        package var impairment: Impairment
        /// What it would break.
        package var promise: StreamPromise
    }

    package private(set) var causes: [Cause]

    /// nil where byte streams can do all that `link` asks for. With `lossAsDelay` what is dropped comes late.
    package init?(_ link: LinkParameters, lossAsDelay: Bool) {
        let promises = StreamPromise.allCases.filter { $0 != .delivery || !lossAsDelay }
        causes = LinkDirection.allCases.flatMap { direction in
            promises.flatMap { promise in
                Impairment.allCases.filter { $0.brokenPromise(in: link[direction]) == promise }
                    .map { Cause(direction: direction, impairment: $0, promise: promise) }
            }
        }
        if causes.isEmpty { return nil }
    }

    /// True where all of it could be had as delay.
    package var isOfLossAlone: Bool { causes.allSatisfy { $0.promise == .delivery } }

    package var description: String {
        "a line of byte streams cannot do what is asked of it: \(causes.map(\.text).joined(separator: "; "))"
    }
}

extension StreamRefusal.Cause {
    /// Which kind of it streams cannot have, where they can have others.
    private static let kinds: [Impairment: String] = [
        .outages: " with packets lost", .discipline: " that drops early",
    ]

    package var text: String {
        let promised =
            switch promise {
            case .order: "a stream keeps its order"
            case .uniqueness: "no byte of a stream comes twice"
            case .integrity: "the bytes of a stream are right"
            case .delivery: "every byte of a stream arrives"
            }
        return "\(direction.rawValue).\(impairment.key)\(Self.kinds[impairment] ?? ""): \(promised)"
    }
}
