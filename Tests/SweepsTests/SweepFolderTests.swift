import JSON
import LinkModel
import ScenarioFormat
import Scenarios
import Sweeps
import TestSupport
import Testing
import Wire

@Suite struct SweepFolderTests {
    static let conditions = CellConditions(netlab: "1.0", clock: .virtual, kernel: "6.1", line: .packet)

    private let scratch: ScratchFolder

    init() throws {
        scratch = try ScratchFolder()
    }

    private var folder: SweepFolder { SweepFolder(scratch.file("sweep")) }

    private static func scenario(_ rest: String = "") -> String {
        """
        netlab: 1
        link: { profile: nlc/dsl }
        origin: { files: { a.bin: { from: ../shared/a.bin } } }
        steps: [ { name: s, fetch: all } ]
        \(rest)
        """
    }

    static func sweep(_ rest: String, bytes: [UInt8] = [1, 2, 3]) throws -> LoadedSweep {
        try SweepLoader.load(
            text: Array(scenario(rest).utf8),
            file: "base.yaml",
            files: ScenarioFiles { _, _ in bytes },
            finding: { _ throws(ScenarioFileProblem) in throw ScenarioFileProblem("nothing") }
        )
    }

    private func written(_ rest: String = "matrix: { seed: [1, 2, 3] }") throws -> [PlannedCell] {
        _ = try folder.write(try Self.sweep(rest), Self.conditions)
        return try folder.cells()
    }

    @Test func `a plan round-trips`() throws {
        let sweep = try Self.sweep("matrix: { client.policy: [none, both], link.down.loss: [0 %, 1 %] }")
        let (header, doubles) = try folder.write(sweep, Self.conditions)
        #expect(doubles == 0 && header.cells == 4)
        #expect(try folder.header() == header)
        let cells = try folder.cells()
        #expect(
            cells.map { $0.settings.map(\.value).joined(separator: " ") } == [
                "none 0 %", "none 1 %", "both 0 %", "both 1 %",
            ]
        )
        #expect(Set(cells.map(\.identity)).count == 4)
        #expect(JSONValue.string(cells[0].scenario) == "base")
    }

    @Test func `leftovers of a killed planner do not interfere`() throws {
        try scratch.write("sweep/predictions.ndjson.part", "{")
        try scratch.write("sweep/plan.ndjson.part", "{")
        #expect(try written().count == 3)
    }

    @Test func `finds a cell by its identity`() throws {
        for cell in try written() { #expect(try folder.cell(cell.identity) == cell) }
        let other = try #require(CellIdentity(String(repeating: "0", count: CellIdentity.digits)))
        #expect(try folder.cell(other) == nil)
        #expect(CellIdentity("short") == nil && CellIdentity(String(repeating: "G", count: 24)) == nil)
    }

    @Test func `a cell's scenario depends only on the folder, including its files`() throws {
        let cells = try written()
        let sweep = try Self.sweep("matrix: { seed: [1, 2, 3] }")
        for (number, cell) in cells.enumerated() {
            let kept = try SweptScenarioReader(folder.scenario(cell.scenario)).scenario(
                with: cell.settings,
                seed: cell.seed
            )
            let point = try #require(sweep.design.point(number))
            #expect(try kept == SweepReader(sweep).scenario(of: point))
            #expect(CellIdentity(kept, Self.conditions) == cell.identity)
        }
    }

    @Test func `points with the same scenario share a cell`() throws {
        let sweep = try Self.sweep("matrix: { link.down.loss: [1 %, 1.0 %, 2 %] }")
        let (header, doubles) = try folder.write(sweep, Self.conditions)
        #expect(header.cells == 2 && doubles == 1)
    }

    @Test func `an invalid point leaves no plan`() throws {
        let sweep = try Self.sweep("matrix: { link.down.loss: [1 %, 200 %] }")
        #expect(throws: SweepPlanFailure.self) { try folder.write(sweep, Self.conditions) }
        #expect(!folder.exists)
        #expect(throws: SweepError.self) { try folder.cells() }
    }

    @Test func `refuses a folder with other content`() throws {
        let other = SweepFolder(scratch.path)
        try scratch.write("notes.txt", "mine")
        let failure = #expect(throws: SweepPlanFailure.self) {
            try other.write(try Self.sweep(""), Self.conditions)
        }
        guard case .folder(let error)? = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(error.message.contains("holds something other than a sweep"))
    }

    @Test(
        arguments: [
            CellConditions(netlab: "1.1", clock: .virtual, kernel: "6.1", line: .packet),
            CellConditions(netlab: "1.0", clock: .real, kernel: "6.1", line: .packet),
            CellConditions(netlab: "1.0", clock: .virtual, kernel: "6.12", line: .packet),
            CellConditions(netlab: "1.0", clock: .virtual, kernel: "6.1", line: .stream),
        ]
    )
    func `other conditions give another cell identity`(_ other: CellConditions) throws {
        let sweep = try Self.sweep("")
        let scenario = try SweepReader(sweep).scenario(of: try #require(sweep.design.point(0)))
        #expect(CellIdentity(scenario, Self.conditions) != CellIdentity(scenario, other))
    }

    @Test func `other bytes under the same path give another cell identity`() throws {
        let identities = try ([[1, 2, 3], [1, 2, 4]] as [[UInt8]]).map { bytes in
            let sweep = try Self.sweep("", bytes: bytes)
            let scenario = try SweepReader(sweep).scenario(of: try #require(sweep.design.point(0)))
            return CellIdentity(scenario, Self.conditions)
        }
        #expect(identities[0] != identities[1])
    }

    @Test(arguments: [
        "", "{\"schema\":\"netlab.sweep-plan/2\"}\n",
        "{\"schema\":\"netlab.sweep-plan/1\"}\n{\"cell\":\"x\"}\n",
    ])
    func `rejects a damaged plan`(_ text: String) throws {
        _ = try written()
        try scratch.write("sweep/plan.ndjson", text)
        #expect(throws: SweepError.self) { try folder.cells() }
    }
}
