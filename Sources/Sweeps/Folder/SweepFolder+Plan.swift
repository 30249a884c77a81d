import JSON
import LinuxIO
import Logs
package import ScenarioFormat
import Scenarios

extension SweepFolder {
    /// Bytes of the plan that are written at once.
    private static let piece = 1 << 20
    private static let mostPlanBytes = 8 << 30

    /// Writes the plan of a sweep, and what its cells need; keeps the cells that are finished. Returns how many points
    /// were doubles.
    package func write(
        _ sweep: LoadedSweep,
        _ conditions: CellConditions
    ) throws(SweepPlanFailure) -> (header: SweepHeader, doubles: Int) {
        do throws(SweepError) { try requireOwn() } catch { throw .folder(error) }
        let kept = Dictionary(
            uniqueKeysWithValues: sweep.scenarios.map { ($0.name, KeptScenario(in: scenarioFolder($0.name))) }
        )
        var writing = PlanWriting(to: planFile + ".part")
        let doubles: Int
        do throws(SweepPlanFailure) {
            doubles = try CellPlanner(sweep, conditions).plan { cell, inputs in
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
            try Folder.make(cellsFolder, mode: 0o700)
            try Folder.make(partsFolder, mode: 0o700)
            try writing.finish(as: planFile)
            try write(header)
        } catch {
            throw .folder(SweepError("the sweep's folder cannot be written to", error))
        }
        return (header, doubles)
    }

    /// The plan's cells, in their order.
    package func cells() throws(SweepError) -> [PlannedCell] {
        let bytes: [UInt8]
        do throws(SystemCallError) {
            bytes = try WholeFile.read(planFile, limit: Self.mostPlanBytes)
        } catch {
            throw SweepError("the plan cannot be read", error)
        }
        let reading = LogReading<PlannedCell>(bytes)
        guard reading.hasSchema, reading.left == 0 else {
            throw SweepError("\(planFile) is damaged, or of another version of netlab")
        }
        return reading.entries
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
