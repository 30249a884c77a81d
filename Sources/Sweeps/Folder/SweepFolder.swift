package import JSON
import LinuxIO
import Logs
package import ScenarioFormat
import Scenarios

/// A sweep's folder: the plan, the scenarios, and the finished cells.
///
///     sweep.json             what all cells have in common
///     plan.ndjson            the cells, a line each
///     predictions.ndjson     what theory says of each, and of cells that were not planned; where it was asked
///     scenarios/NAME/        each scenario as given, with the files that it names
///     cells/ab/IDENTITY/     a finished cell
///     parts/                 cells under way; nothing in it counts
///
/// It may be copied, and several machines may fill it at once: a cell appears whole or not at all, by one rename, and of
/// two runners of the same cell the second one's result is dropped.
package struct SweepFolder: Hashable, Sendable {
    private static let header = "sweep.json"
    private static let planName = "plan.ndjson"
    static let predictionsName = "predictions.ndjson"
    private static let mostHeaderBytes = 1 << 20

    package let path: String

    package init(_ path: String) {
        self.path = path
    }

    /// True if a sweep was planned there.
    package var exists: Bool { WholeFile.exists(file(Self.header)) }

    package var planFile: String { file(Self.planName) }
    package var cellsFolder: String { file("cells") }
    package var partsFolder: String { file("parts") }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    /// The place of a finished cell. Two digits make a level, since folders with many names are slow to list.
    package func place(of cell: CellIdentity) -> String {
        "\(cellsFolder)/\(cell.text.prefix(2))/\(cell.text)"
    }

    package func isFinished(_ cell: CellIdentity) -> Bool { Folder.exists(place(of: cell)) }

    package func scenarioFolder(_ name: String) -> String { "\(file("scenarios"))/\(name)" }

    /// Makes the folders. Throws if something else than a sweep is there; one whose plan failed has no header.
    package func begin() throws(SweepError) {
        let own: Set<String> = [
            "cells", "parts", "scenarios", Self.header, Self.planName, Self.predictionsName,
        ]
        // What a killed planner was writing has a name of its own, too.
        let isOwn = { (name: String) in
            own.contains(name.hasSuffix(".part") ? String(name.dropLast(5)) : name)
        }
        guard exists || ((try? Folder.names(in: path)) ?? []).allSatisfy(isOwn) else {
            throw SweepError(
                "\(path) holds something other than a sweep",
                advice: "name another folder with --out"
            )
        }
        do throws(SystemCallError) {
            try Folder.make(cellsFolder, mode: 0o700)
            try Folder.make(partsFolder, mode: 0o700)
        } catch {
            throw SweepError("the sweep's folder cannot be written to", error)
        }
    }

    // MARK: Parts

    var allParts: PartsFolder { PartsFolder(path: partsFolder) }

    /// Cells under way, and those that a killed runner has left.
    package var parts: Int { allParts.count }

    /// Removes what killed runners have left: of this machine at once, of others after two days. `now` is in nanoseconds
    /// since 1970.
    package func removeAbandonedParts(now: Int64) { allParts.removeAbandoned(now: now) }

    // MARK: The header

    private func write(_ header: SweepHeader) throws(SystemCallError) {
        try WholeFile.write(file(Self.header), Array((header.json.pretty + "\n").utf8))
    }

    package func header() throws(SweepError) -> SweepHeader {
        let bytes: [UInt8]
        do throws(SystemCallError) {
            bytes = try WholeFile.read(file(Self.header), limit: Self.mostHeaderBytes)
        } catch {
            throw SweepError(
                "\(path) is not a sweep's folder: \(error)",
                advice: "netlab sweep plan FILE --out \(path) makes one"
            )
        }
        guard let json = try? JSONValue(parsing: bytes), let header = SweepHeader(json: json) else {
            throw SweepError("\(file(Self.header)) is damaged, or from another version of netlab")
        }
        return header
    }
}

// MARK: Rows

extension SweepFolder {
    /// In a finished cell's folder.
    static let rowsName = "rows.ndjson"
    private static let mostRowBytes = 1 << 30

    /// The row about a finished cell's run; nil if it cannot be read.
    package func runRow(of cell: CellIdentity) throws(SweepError) -> JSONValue? {
        Self.first(1, of: try rows(of: cell), .run).first
    }

    /// The rows about a finished cell's run and its steps, which come first; nil if that of the run cannot be read.
    package func stepRows(
        of cell: CellIdentity
    ) throws(SweepError) -> (run: JSONValue, steps: [JSONValue])? {
        let rows = try rows(of: cell)
        guard let run = Self.first(1, of: rows, .run).first else { return nil }
        let rest = rows.firstIndex(of: Self.lineEnd).map { rows[($0 + 1)...] } ?? []
        return (run, Self.first(.max, of: rest, .step))
    }

    private static let lineEnd = UInt8(ascii: "\n")

    /// The rows of this kind that stand at the beginning, at most `count`.
    private static func first(_ count: Int, of bytes: some Collection<UInt8>, _ kind: RowKind) -> [JSONValue]
    {
        let start = Array("{\"row\":\"\(kind.rawValue)\"".utf8)
        var (rows, rest): ([JSONValue], _) = ([], bytes[...])
        while rows.count < count, rest.starts(with: start),
            let row = try? JSONValue(parsing: Array(rest.prefix { $0 != lineEnd }))
        {
            rows.append(row)
            guard let end = rest.firstIndex(of: lineEnd) else { break }
            rest = rest[rest.index(after: end)...]
        }
        return rows
    }

    /// Rows of a finished cell.
    package func rows(of cell: CellIdentity) throws(SweepError) -> [UInt8] {
        do throws(SystemCallError) {
            return try WholeFile.read("\(place(of: cell))/\(Self.rowsName)", limit: Self.mostRowBytes)
        } catch {
            throw SweepError("the cell \(cell) cannot be read", error)
        }
    }
}

// MARK: Plan

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
