package import Experiments
import Figures
import LinuxIO
package import Reports
import Runs

/// Accuracy and speed of virtual time: every bundled scenario compared with theory and with real time, and
/// repeated beside busy loops.
package struct VirtualBenchmark {
    private static let busyLoops = 4
    private static let mostBytes = 1 << 30
    /// In microseconds. Reading the clock takes a quarter of one, and a transfer's packets are passed on some
    /// tens of times with one reading each.
    private static let grain = 10.0

    private let context: BenchmarkContext
    private let folder = "/tmp/netlab-bench-\(RunClock.wall())"

    package init(_ context: BenchmarkContext) {
        self.context = context
    }

    package func rows() throws(ExperimentError) -> [BenchRow] {
        defer { Folder.removeWhole(folder) }
        var rows: [BenchRow] = []
        for name in BundledScenarios.names {
            context.showProgress("virtual: \(name)")
            do throws(ExperimentError) {
                rows += try self.rows(name)
            } catch {
                // Keep the other rows if one fails.
                context.warn(error.message)
                rows.append(.untrusted(name, unit: "ms"))
            }
        }
        context.clearProgress()
        return rows
    }

    private func rows(_ name: String) throws(ExperimentError) -> [BenchRow] {
        let run = try ClockedRun(name, clock: "virtual", in: "\(folder)/\(name)")
        // No figure if the machine is too busy for real time.
        let real = try? ClockedRun(name, clock: "real", in: "\(folder)/\(name)-real")
        let other = real?.isTrusted == true ? real : nil
        let different = try beside(name)
        func row(_ title: String, _ unit: String, _ goal: BenchRow.Goal?, _ figure: (ClockedRun) -> Double?)
            -> BenchRow?
        {
            guard let value = figure(run) else { return nil }
            return BenchRow(
                "\(name), \(title)",
                unit: unit,
                netlab: value,
                peer: other.flatMap(figure),
                peerName: "real time",
                goal: goal
            )
        }
        let isBounded = name == "dsl"
        return [
            row("alone against theory, worst", "%", .atMost(0.02)) { $0.aloneOff },
            row("groups' ends against theory, worst", "%", .atMost(0.05)) { $0.groupsOff },
            row("unexplained, most of a transfer", "us", .atMost(0)) { Double($0.most(.unexplained)) / 1e3 },
            row("emulation, most of a transfer", "us", .atMost(Self.grain)) {
                Double($0.most(.emulation)) / 1e3
            },
            BenchRow(
                "\(name), files that differ beside \(Self.busyLoops) busy loops",
                unit: "files",
                netlab: Double(different),
                goal: .atMost(0)
            ),
            row("seconds for its \(DurationFormat.text(run.length))", "s", isBounded ? .atMost(2) : nil) {
                Double($0.cost.time) / 1e9
            },
            row("processor time", "s", isBounded ? .atMost(1.5) : nil) {
                Double($0.cost.processorTime) / 1e9
            },
        ].compactMap { $0 }
    }

    /// Number of files that differ in another run beside busy loops. Their names are shown.
    private func beside(_ name: String) throws(ExperimentError) -> Int {
        let other = "\(folder)/\(name)-busy"
        do {
            let loops = try BusyLoops(Self.busyLoops)
            defer { loops.stop() }
            _ = try ClockedRun(name, clock: "virtual", in: other)
        } catch let error as ExperimentError {
            throw error
        } catch {
            throw ExperimentError("busy loops could not be started: \(error)")
        }
        do {
            let files = try Self.different("\(folder)/\(name)", other)
            if !files.isEmpty {
                context.warn("\(name) beside busy loops: \(files.joined(separator: ", ")) differ")
            }
            return files.count
        } catch {
            throw ExperimentError("two runs could not be compared: \(error)")
        }
    }

    /// Names of the files that differ between two folders.
    private static func different(_ one: String, _ other: String) throws(SystemCallError) -> [String] {
        var found: [String] = []
        for name in Set(try Folder.names(in: one) + Folder.names(in: other)).sorted() {
            let (first, second) = ("\(one)/\(name)", "\(other)/\(name)")
            if Folder.exists(first), Folder.exists(second) {
                found += try different(first, second).map { "\(name)/\($0)" }
            } else if try !isSame(first, second) {
                found.append(name)
            }
        }
        return found
    }

    private static func isSame(_ one: String, _ other: String) throws(SystemCallError) -> Bool {
        guard WholeFile.exists(one), WholeFile.exists(other) else { return false }
        return try WholeFile.read(one, limit: mostBytes) == WholeFile.read(other, limit: mostBytes)
    }
}
