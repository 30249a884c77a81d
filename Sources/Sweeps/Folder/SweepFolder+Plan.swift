import JSON
import LinuxIO
import Logs
package import ScenarioFormat
import Scenarios

extension SweepFolder {
    private static let mostPlanBytes = 8 << 30

    /// Writes the plan of a sweep, and what its cells need; keeps the cells that are finished. `chosen` are the numbers of
    /// the points that are planned, in their order; nil for all. Returns how many points were doubles.
    package func write(
        _ sweep: LoadedSweep,
        _ conditions: CellConditions,
        chosen: [Int]? = nil
    ) throws(SweepPlanFailure) -> (header: SweepHeader, doubles: Int) {
        do throws(SweepError) { try begin() } catch { throw .folder(error) }
        let kept = Dictionary(
            uniqueKeysWithValues: sweep.scenarios.map { ($0.name, KeptScenario(in: scenarioFolder($0.name))) }
        )
        var writing = LinesWriting<PlannedCell>(to: planFile)
        let doubles: Int
        do throws(SweepPlanFailure) {
            doubles = try CellPlanner(sweep, conditions).plan(chosen) { cell, inputs in
                kept[cell.scenario]?.add(inputs)
                writing.append(cell)
            }
        } catch {
            writing.drop()
            throw error
        }
        let header = SweepHeader(
            name: sweep.design.name,
            conditions: conditions,
            cells: writing.count,
            until: sweep.design.until
        )
        do throws(SystemCallError) {
            for scenario in sweep.scenarios { try kept[scenario.name]?.write(Array(scenario.text.utf8)) }
            try writing.finish()
            try write(header)
        } catch {
            throw .folder(SweepError("the sweep's folder cannot be written to", error))
        }
        return (header, doubles)
    }

    /// The plan's cells, in their order.
    package func cells() throws(SweepError) -> [PlannedCell] {
        let reading = LogReading<PlannedCell>(try plan())
        guard reading.hasSchema, reading.left == 0 else { throw damage }
        return reading.entries
    }

    /// One cell of the plan; nil if it has none of that name. Reads no other cell: each cell of a large sweep asks.
    package func cell(_ identity: CellIdentity) throws(SweepError) -> PlannedCell? {
        let start = PlannedCell.start(of: identity)
        let line = try plan().split(separator: UInt8(ascii: "\n")).first { $0.starts(with: start) }
        guard let line else { return nil }
        guard let json = try? JSONValue(parsing: Array(line)), let cell = PlannedCell(json: json) else {
            throw damage
        }
        return cell
    }

    private func plan() throws(SweepError) -> [UInt8] {
        do throws(SystemCallError) {
            return try WholeFile.read(planFile, limit: Self.mostPlanBytes)
        } catch {
            throw SweepError("the plan cannot be read", error)
        }
    }

    private var damage: SweepError {
        SweepError("\(planFile) is damaged, or from another version of netlab")
    }

    /// A kept scenario, to be changed by a cell's settings.
    package func scenario(_ name: String) throws(SweepPlanFailure) -> SweptScenario {
        let kept = KeptScenario(in: scenarioFolder(name))
        let text: [UInt8]
        do throws(SystemCallError) {
            text = try kept.text()
        } catch {
            throw .folder(SweepError("the scenario \(name) cannot be read", error))
        }
        do throws(ScenarioError) {
            return try SweptScenario(text: text, file: "\(name).yaml", files: kept.files())
        } catch {
            throw .scenario(error)
        }
    }
}
