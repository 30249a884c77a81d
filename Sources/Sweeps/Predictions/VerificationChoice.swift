package import Scenarios
package import Wire

/// Chooses which points of a predicted sweep are worth running: those first where the prediction decides least.
///
/// First come the points that theory cannot foretell at all, spread evenly over the sweep. Then come those whose time hardly
/// differs from that of a neighbour, which has another value of one axis and all others the same: there a small error of the
/// prediction turns the answer. Where both are equal, the axis does nothing there, and a run would show it twice.
package struct VerificationChoice {
    private struct Told {
        var number: Int
        var makespan: Nanoseconds
    }

    private let design: SweepDesign
    private var untold: [Int] = []
    private var told: [Told] = []

    package init(_ design: SweepDesign) {
        self.design = design
    }

    /// `makespan` is nil for a point that theory cannot foretell.
    package mutating func add(_ number: Int, _ makespan: Nanoseconds?) {
        if let makespan {
            told.append(Told(number: number, makespan: makespan))
        } else {
            untold.append(number)
        }
    }

    /// Those that theory cannot foretell.
    package var untoldPoints: Int { untold.count }

    package var points: Int { untold.count + told.count }

    /// Numbers of the chosen points, the most doubtful first: this share of all, and one at least.
    package func chosen(share: Double) -> [Int] {
        let wanted = min(points, max(1, Int((Double(points) * share).rounded(.up))))
        guard untold.count < wanted else { return Self.spread(untold, wanted) }
        let margins = margins()
        let order = told.indices.sorted { (margins[$0], told[$0].number) < (margins[$1], told[$1].number) }
        return untold + order.prefix(wanted - untold.count).map { told[$0].number }
    }

    private static func spread(_ numbers: [Int], _ wanted: Int) -> [Int] {
        (0..<wanted).map { numbers[$0 * numbers.count / wanted] }
    }

    /// How far each told point is from its nearest neighbour, as a share of its time; infinite for one without neighbours,
    /// and for one that only repeats another with another seed.
    private func margins() -> [Double] {
        var margins = [Double](repeating: .infinity, count: told.count)
        let points = told.map { design.point($0.number) }
        for key in Set(points.flatMap { ($0?.settings ?? []).map(\.key) }).sorted() {
            var groups: [Int: [Int]] = [:]
            for (place, point) in points.enumerated() {
                guard let point else { continue }
                groups[Self.hash(of: point, without: key), default: []].append(place)
            }
            for group in groups.values where group.count > 1 { narrow(&margins, group) }
        }
        var seen: Set<Int> = []
        for (place, point) in points.enumerated() {
            var hasher = Hasher()
            hasher.combine(point?.source)
            hasher.combine(point?.settings)
            hasher.combine(told[place].makespan)
            if !seen.insert(hasher.finalize()).inserted { margins[place] = .infinity }
        }
        return margins
    }

    private func narrow(_ margins: inout [Double], _ group: [Int]) {
        let sorted = group.sorted { told[$0].makespan < told[$1].makespan }
        for (place, next) in zip(sorted, sorted.dropFirst()) {
            let gap = told[next].makespan - told[place].makespan
            guard gap > 0 else { continue }
            let margin = Double(gap) / Double(told[next].makespan)
            margins[place] = min(margins[place], margin)
            margins[next] = min(margins[next], margin)
        }
    }

    /// What the point has in common with its neighbours along an axis.
    private static func hash(of point: SweepPoint, without key: String) -> Int {
        var hasher = Hasher()
        hasher.combine(point.source)
        hasher.combine(point.seed)
        for setting in point.settings where setting.key != key { hasher.combine(setting) }
        return hasher.finalize()
    }
}
