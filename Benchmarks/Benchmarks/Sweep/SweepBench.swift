import LinuxIO
import Sweeps

/// A folder with sweeps, which the program itself plans, predicts, runs and merges.
struct SweepBench {
    /// Some eighty packets.
    private static let scenario = """
        netlab: 1
        link:
          down: { rate: 8 Mbit/s, oneWayDelay: 10 ms }
          up: { rate: 2 Mbit/s, oneWayDelay: 10 ms }
        origin: { files: { a.jpg: { image: jpeg, size: 60 kB } } }
        steps: [ { name: s, fetch: all } ]
        """

    private let folder: String
    private let netlab: ToolRun

    init(in folder: String, _ netlab: ToolRun) throws(SystemCallError) {
        self.folder = folder
        self.netlab = netlab
        try Folder.make(folder, mode: 0o700)
        try WholeFile.write("\(folder)/small.yaml", Array(Self.scenario.utf8))
    }

    func plan(points: Int) throws -> ToolRun.Cost {
        try netlab.cost(["sweep", "plan", try sweep(of: "small.yaml", points: points)])
    }

    func predict(_ scenario: String, points: Int) throws -> ToolRun.Cost {
        let name = scenario == "small" ? "small.yaml" : scenario
        return try netlab.cost(["sweep", "predict", try sweep(of: name, points: points)])
    }

    /// nil if there is no guest kernel.
    func run(cells: Int) throws -> ToolRun.Cost? {
        let place = "\(folder)/run"
        // It tells at once what is missing.
        let file = try sweep(of: "small.yaml", points: cells)
        guard (try? netlab.run(["sweep", "plan", file, "--out", place])) != nil else { return nil }
        return try netlab.cost(["sweep", "run", place])
    }

    func merge(rows: Int, cells: Int) throws -> ToolRun.Cost {
        let place = SweepFolder("\(folder)/merge")
        // No cell is run: real time needs no guest kernel.
        try netlab.run(
            [
                "sweep", "plan", try sweep(of: "small.yaml", points: cells), "--clock", "real", "--out",
                place.path,
            ]
        )
        for cell in try place.cells() {
            let part = try CellPart(of: cell, in: place)
            try Folder.make(part.runFolder, mode: 0o700)
            try WholeFile.write("\(part.runFolder)/result.json", [])
            _ = try part.finish(Self.rows(of: cell, count: rows / cells), keepingRun: false)
        }
        return try netlab.cost(["sweep", "merge", place.path])
    }

    /// As a sweep has them: one row of the run, and others of transfers.
    private static func rows(of cell: PlannedCell, count: Int) -> [UInt8] {
        let common =
            "\"cell\":\"\(cell.identity)\",\"scenario\":\"small\",\"seed\":1,\"policy\":\"both\",\"mode\":\"packet\""
        var text = "{\"row\":\"run\",\(common),\"outcome\":\"ok\",\"makespanNs\":1}\n"
        for number in 1..<count {
            text +=
                "{\"row\":\"transfer\",\(common),\"clock\":\"virtual\",\"kernel\":\"6.1.192-2\",\"machine\":\"6.1.192, 1 CPUs\","
            text +=
                "\"netlab\":\"0.1.0\",\"trusted\":true,\"link.down.loss\":\"0 %\",\"link.down.loss.number\":0,\"step\":\"s\","
            text +=
                "\"file\":\"a.jpg\",\"transfer\":\(number),\"source\":\"network\",\"status\":200,\"error\":null,"
            text +=
                "\"startNs\":\(number * 977),\"durationNs\":\(858_971_648 + number * 31),\"bodyBytes\":60000,"
            text +=
                "\"wireDownBytes\":62936,\"wireUpBytes\":3476,\"retransmittedBytes\":0,\"measuredNs\":858958848,"
            text +=
                "\"articleNs\":800000000,\"wireNs\":830176000,\"aloneNs\":858947000,\"sharedNs\":858947000}\n"
        }
        return Array(text.utf8)
    }

    /// Name of a sweep's file with so many points.
    private func sweep(of scenario: String, points: Int) throws(SystemCallError) -> String {
        let rates = min(points, 10)
        let text = """
            sweep: 1
            scenario: \(scenario)
            axes:
              link.down.rate: { from: 1 Mbit/s, to: 64 Mbit/s, steps: \(rates), spacing: log }
            seeds: \(points / rates)
            """
        let file = "\(folder)/sweep-\(points).yaml"
        try WholeFile.write(file, Array(text.utf8))
        return file
    }
}
