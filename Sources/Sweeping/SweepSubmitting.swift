import Figures
import LinuxIO
package import Programs
import Reports
package import Sweeps

/// Writes what an engine is given, and starts it where that is asked for.
package struct SweepSubmitting {
    private let folder: SweepFolder
    private let engine: SweepEngine
    private let chunk: Int
    private let jobs: Int?
    private let console: Console

    package init(_ folder: SweepFolder, to engine: SweepEngine, chunk: Int, jobs: Int?, _ console: Console) {
        self.folder = folder
        self.engine = engine
        self.chunk = chunk
        self.jobs = jobs
        self.console = console
    }

    package func submit(isStarted: Bool) throws(CommandFailure) -> ExitStatus {
        let header = try told { () throws(SweepError) in try folder.header() }
        let order = EngineOrder(
            header,
            folder: Self.absolute(folder.path),
            program: Executable.path ?? "netlab",
            chunk: chunk,
            jobs: jobs
        )
        let file = "\(folder.path)/\(engine.fileName)"
        do throws(SystemCallError) {
            try WholeFile.write(file, Array(order.text(for: engine).utf8))
        } catch {
            throw CommandFailure(.failed, "the file for the engine cannot be written: \(error)")
        }
        let line = ([engine.program] + engine.words(file.unbroken)).joined(separator: " ")
        guard isStarted else {
            console.note("\(CountFormat.text(order.tasks, "task")). To start:")
            console.print(line)
            return .done
        }
        return try start(file)
    }

    private func start(_ file: String) throws(CommandFailure) -> ExitStatus {
        let needs = engine.needs
        guard ToolRun(named: needs.program) != nil, let tool = ToolRun(named: engine.program) else {
            throw CommandFailure(
                .failed,
                "\(needs.program) is not installed",
                advice: needs.package.map { "apt-get install \($0)" }
                    ?? "see the documentation of your cluster"
            )
        }
        do throws(ToolRun.Failure) {
            console.write(Array(try tool.output(engine.words(file)).utf8))
        } catch {
            throw CommandFailure(.failed, "\(error)")
        }
        return .done
    }

    private static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/") else { return path }
        let here = Folder.current.map { String(decoding: $0, as: UTF8.self) } ?? ""
        return path == "." ? here : "\(here)/\(path)"
    }
}
