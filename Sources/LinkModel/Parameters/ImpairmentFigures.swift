/// The figures that state an impairment, in the order in which they are written. YAML, JSON and words
/// follow from them.
package struct ImpairmentFigures: Sendable {
    /// How the phrases of the figures become one.
    package enum Joining: Hashable, Sendable {
        /// `5 % reordered, correlation 25 %`
        case list
        /// `jitter 2 ms (normal, correlation 25 %)`
        case parentheses
        /// `policed to 1 Mbit/s with bursts of 9 kB`
        case sentence
    }

    package let figures: [ImpairmentFigure]
    package let joining: Joining
    private let get: @Sendable (DirectionParameters) -> [ImpairmentFigure.Value]?
    private let set: @Sendable (inout DirectionParameters, [ImpairmentFigure.Value]?) -> Void

    /// The figures of a value that a direction has or not. `blank` has the usual values.
    init<Owner: Sendable>(
        _ place: any WritableKeyPath<DirectionParameters, Owner?> & Sendable,
        _ blank: Owner,
        _ joining: Joining,
        _ members: [FigureMember<Owner>]
    ) {
        self.init(blank, joining, members) {
            $0[keyPath: place]
        } set: {
            $0[keyPath: place] = $1
        }
    }

    /// The figures of a share of packets, which every direction has. `phrase` has `#` for the share.
    init(_ place: any WritableKeyPath<DirectionParameters, PacketShare> & Sendable, _ phrase: String) {
        self.init(PacketShare(0), .list, [.share(\.ratio, phrase), .correlation(\.correlation)]) { side in
            side[keyPath: place].ratio > 0 ? side[keyPath: place] : nil
        } set: {
            $0[keyPath: place] = $1 ?? PacketShare(0)
        }
    }

    private init<Owner: Sendable>(
        _ blank: Owner,
        _ joining: Joining,
        _ members: [FigureMember<Owner>],
        get: @escaping @Sendable (DirectionParameters) -> Owner?,
        set: @escaping @Sendable (inout DirectionParameters, Owner?) -> Void
    ) {
        figures = members.map { $0.figure(of: blank) }
        self.joining = joining
        self.get = { side in get(side).map { owner in members.map { $0.get(owner) } } }
        self.set = { side, values in
            var owner = blank
            for (member, value) in zip(members, values ?? []) { member.set(&owner, value) }
            set(&side, values == nil ? nil : owner)
        }
    }

    /// The first figure if it states the impairment alone, where all others are usual; nil if it takes several.
    package var sole: ImpairmentFigure? {
        figures.dropFirst().contains { $0.presence == .required } ? nil : figures.first
    }

    /// A value for each figure; nil if the direction does not have the impairment.
    package func values(in side: DirectionParameters) -> [ImpairmentFigure.Value]? { get(side) }

    /// The figures to tell, with their values; nil if the direction does not have the impairment.
    package func reported(in side: DirectionParameters) -> [(
        figure: ImpairmentFigure, value: ImpairmentFigure.Value
    )]? {
        get(side).map { values in
            zip(figures, values).filter { $0.presence != .optional || $0.usual != $1 }
                .map { (figure: $0, value: $1) }
        }
    }

    /// Gives a direction the impairment, or takes it away: if the values are nil or the first is 0.
    package func write(_ values: [ImpairmentFigure.Value]?, to side: inout DirectionParameters) {
        set(&side, values?.first?.isZero == false ? values : nil)
    }
}
