package import Programs
import ScenarioFormat
import Scenarios

/// Validates a sweep's file without planning it.
package enum SweepChecking {
    /// Points that are decoded; of more, so many are chosen evenly.
    private static let most = 1000

    /// Points that filters are asked about, a second's work; of larger sweeps the number is that before filters.
    private static let mostFiltered = 1_000_000

    /// The number of its points; nil if the text is no sweep.
    package static func count(_ source: ScenarioLibrary.Source) throws(CommandFailure) -> Int? {
        guard SweepLoader.isMeant(source.text) else { return nil }
        let sweep = try SweepLoading().load(source)
        let count = sweep.design.count
        let reader = SweepReader(sweep)
        do throws(ScenarioError) {
            for number in stride(from: 0, to: count, by: max(count / most, 1)) {
                guard let point = sweep.design.point(number) else { continue }
                _ = try reader.scenario(of: point)
            }
        } catch {
            throw CommandFailure.invalidFile(error.description)
        }
        guard sweep.design.hasFilters, count <= mostFiltered else { return count }
        return (0..<count).count { sweep.design.point($0) != nil }
    }
}
