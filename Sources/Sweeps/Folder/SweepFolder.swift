import JSON
import LinuxIO

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

    func write(_ header: SweepHeader) throws(SystemCallError) {
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
