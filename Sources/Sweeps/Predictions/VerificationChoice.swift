package import Scenarios
package import Wire

/// Chooses which points of a predicted sweep are worth running: those first where the prediction decides least.
///
/// First come the points that theory cannot foretell at all, spread evenly over the sweep. Then come those whose time hardly
/// differs from that of a neighbour, which has another value of one axis and all others the same: there a small error of the
/// prediction turns the answer. Where both are equal, the axis does nothing there, and a run would show it twice.
package struct VerificationChoice {
    private struct PredictedMakespan {
        var number: Int
        var makespan: Nanoseconds
    }

    private let design: SweepDesign
    private var unpredicted: [Int] = []
    private var foretold: [PredictedMakespan] = []

    package init(_ design: SweepDesign) {
        self.design = design
    }

    /// `makespan` is nil for a point that theory cannot foretell.
    package mutating func add(_ number: Int, _ makespan: Nanoseconds?) {
        if let makespan {
            foretold.append(PredictedMakespan(number: number, makespan: makespan))
        } else {
            unpredicted.append(number)
        }
    }

    /// Those that theory cannot foretell.
    package var unpredictedPoints: Int { unpredicted.count }

    package var points: Int { unpredicted.count + foretold.count }

    /// Numbers of the chosen points, the most doubtful first: this share of all, and one at least.
    package func chosen(share: Double) -> [Int] {
        let wanted = min(points, max(1, Int((Double(points) * share).rounded(.up))))
        guard unpredicted.count < wanted else { return Self.spread(unpredicted, wanted) }
        let margins = margins()
        let order = foretold.indices.sorted {
            (margins[$0], foretold[$0].number) < (margins[$1], foretold[$1].number)
        }
        return unpredicted + order.prefix(wanted - unpredicted.count).map { foretold[$0].number }
    }

    private static func spread(_ numbers: [Int], _ wanted: Int) -> [Int] {
        (0..<wanted).map { numbers[$0 * numbers.count / wanted] }
    }

    /// How far each foretold point is from its nearest neighbour, as a share of its time; infinite for one without neighbours,
    /// and for one that only repeats another with another seed.
    private func margins() -> [Double] {
        var margins = [Double](repeating: .infinity, count: foretold.count)
        let points = foretold.map { design.point($0.number) }
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
            hasher.combine(foretold[place].makespan)
            if !seen.insert(hasher.finalize()).inserted { margins[place] = .infinity }
        }
        return margins
    }

    private func narrow(_ margins: inout [Double], _ group: [Int]) {
        let sorted = group.sorted { foretold[$0].makespan < foretold[$1].makespan }
        for (place, next) in zip(sorted, sorted.dropFirst()) {
            let gap = foretold[next].makespan - foretold[place].makespan
            guard gap > 0 else { continue }
            let margin = Double(gap) / Double(foretold[next].makespan)
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
