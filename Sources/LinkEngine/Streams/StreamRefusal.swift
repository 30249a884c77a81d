package import LinkModel

/// Requested impairments that byte streams cannot have.
package struct StreamRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    package struct Cause: Hashable, Sendable {
        package var direction: LinkDirection
        package var impairment: Impairment
        /// The promise it would break.
        package var promise: StreamPromise
    }

    package private(set) var causes: [Cause]

    /// nil if byte streams support everything in `link`. With `lossAsDelay`, dropped data arrives late.
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

    /// True if all of them could be had as delay.
    package var isOfLossAlone: Bool { causes.allSatisfy { $0.promise == .delivery } }

    package var description: String {
        "a line of byte streams cannot emulate these settings: \(causes.map(\.text).joined(separator: "; "))"
    }
}

extension StreamRefusal.Cause {
    /// Which kind of an impairment streams cannot have, if they support others.
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
