import Capture
import Experiments
import Figures
import Inspection
import LinuxIO
package import Programs
import Reports
import Sweeping
import Sweeps
import Wire

/// `netlab inspect --rows`: each capture becomes a shard of rows.
package struct RowsInspection {
    private let order: RowsOrder
    private let options: InspectOptions
    private let captures: [NamedCapture]

    /// Throws if a file is missing: a mistyped name is not an unreadable capture.
    package init(_ order: RowsOrder, _ options: InspectOptions, _ paths: [String]) throws(CommandFailure) {
        self.order = order
        self.options = options
        var captures: [NamedCapture] = []
        var seen = Set<String>()
        for path in paths {
            do throws(SweepError) {
                let capture = try NamedCapture(path, netlab: NetlabVersion.text, options: order.identity)
                if seen.insert(capture.path).inserted { captures.append(capture) }
            } catch {
                throw CommandFailure.invalidFile("\(path): error: \(error.message)")
            }
        }
        self.captures = captures
    }

    package var startsPrograms: Bool { captures.count != 1 }

    package func run(on console: Console) throws(CommandFailure) -> ExitStatus {
        let now = RunClock.wall()
        try told { () throws(SweepError) in try order.folder.begin(now: now) }
        // One capture is read here: so does each process of the many, and each task of a cluster.
        guard !startsPrograms else {
            return try RowsRunner(order, captures, console).run()
        }
        guard !order.folder.shard(of: captures[0]).isFinished(captures[0]) else {
            console.note("\(captures[0].path.unbroken) already has its rows")
            return .done
        }
        try read(captures[0])
        RowsRunner.warn(of: captures[0], in: order.folder, on: console)
        return .done
    }

    private func read(_ capture: NamedCapture) throws(CommandFailure) {
        let version = NetlabVersion.text
        let part = try told { () throws(SweepError) in
            let part = try order.folder.part(of: capture)
            try part.fail(ShardPart.begun, netlab: version)
            return part
        }
        let inspection: CaptureInspection
        do throws(CaptureError) {
            inspection = try inspected(capture.path)
        } catch {
            try told { () throws(SweepError) in try part.fail(error.description, netlab: version) }
            throw CommandFailure.invalidFile("\(capture.path): error: \(error)")
        }
        try told { () throws(SweepError) in try part.finish(inspection, netlab: version) }
    }

    /// A capture of a thousandth of the plan has more exchanges than a report would list.
    private static let mostExchanges = 16_000_000

    private func inspected(_ path: String) throws(CaptureError) -> CaptureInspection {
        if (try? ArchiveFile.isArchive(path)) == true {
            throw CaptureError(.file, "this is an HTTP archive, which holds no packets")
        }
        var limits = options.limits
        limits.results = Self.mostExchanges
        return try CaptureReading.inspect(
            [path],
            keys: options.keys,
            limits: limits,
            options: options.reading,
            filter: options.packets
        )
    }
}
