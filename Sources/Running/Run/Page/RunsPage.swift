import Archives
package import Experiments
package import LinuxIO
import LivePage
package import Programs
import Reports
import Runs
import Scenarios
import Testbed
import Wire

/// The page on which a browser sees the exchanges of `netlab run`: while the client makes them, and then as the
/// finished runs have them.
///
/// Main thread only.
package final class RunsPage {
    private let console: Console
    private let signals: StopSignals
    private let source = RunPageSource()
    private let page: ExchangePage
    private var reports: [PageNotices.Report] = []
    /// Runs that have begun, and the title of the last one.
    private var begun = 0
    private var title = ""
    /// Start of the run under way, in nanoseconds since 1970, as far as it is known yet.
    private var start: Int64?
    private var underWay = TransferRows()

    /// `isRunHere` is false if a guest runs everything. The runs take their signals from `signals`, too.
    package init(
        _ options: RunOptions,
        _ console: Console,
        _ signals: StopSignals,
        isRunHere: Bool
    ) throws(CommandFailure) {
        self.console = console
        self.signals = signals
        do {
            page = try ExchangePage(
                PageSubject("run", isLive: true, causes: CauseWords.all),
                source,
                port: options.pagePort,
                renewal: "netlab run prints a new link when it starts again",
                RunClock()
            ) {
                // An ordinary user can only make hosts while there is one thread. The page's port was taken before, and
                // stays outside. A refusal is told by the run, which needs them.
                if isRunHere, options.settings.line != .streams { try? Sandbox.enter() }
            }
        } catch {
            throw CommandFailure(.failed, "the page cannot be shown: \(error)")
        }
        console.note("the exchanges are shown at \(page.link()) (the link opens once)")
        tell(
            isRunHere
                ? "The run has not begun yet."
                : "The run is under way in virtual time. Its exchanges are shown when it is over."
        )
    }

    package func show(_ event: ExperimentEvent) {
        switch event {
        case .waitingForMachine(_): tell("Another run on this machine must end first.")
        case .beginning(let plan, _):
            begun += 1
            title = RunTitle(plan.scenario.name, plan.matrix, repetition: plan.repetition).text
            start = nil
            tell("\(title) is under way.")
        case .running(.progress(let progress)): if underWay.take(progress) { showUnderWay() }
        case .running(.transferEnded(let transfer)):
            add(transfer)
            if underWay.end(transfer.id) { showUnderWay() }
        case .running(.stepEnded): if underWay.clear() { showUnderWay() }
        case .measured: tell("The transfers of \(title) are over. The run is being analysed.")
        case .ended(let result, let folder): end(result, in: folder.path)
        case .running, .fellBackToStreams, .captureUnreadable, .documentNotWritten, .carried, .finding,
            .verdict,
            .seriesEnded:
            break
        }
    }

    private func showUnderWay() {
        page.feed.show(underWay: underWay.rows, of: underWay.count)
    }

    private func add(_ transfer: TransferRecord) {
        // It is told at once; the first one decides, so that all of them agree.
        let start = start ?? RunClock.wall() - (transfer.end - .zero)
        self.start = start
        let entries = transfer.archived(since: start).map { $0.placed(in: begun, called: title) }
        page.feed.add(source.exchanges.add(entries))
    }

    /// Shows the finished runs of a folder that a guest has filled, on this kernel if there are several.
    package func show(_ root: String, on kernel: String? = nil) {
        do throws(CommandFailure) {
            let results = try Self.results(in: root)
            for (folder, result) in zip(try RunReference.named(root), results) {
                var result = result
                if let kernel { result.matrix.insert(MatrixValue(key: "kernel", value: kernel), at: 0) }
                begun += 1
                try settle(result, in: folder)
            }
        } catch {
            console.warn("the page cannot show the runs in \(root): \(error.message)")
        }
        tell("The runs in \(root) are over.")
    }

    private func end(_ result: RunResult, in folder: String) {
        do throws(CommandFailure) {
            try settle(result, in: folder)
            tell("\(title) is over.")
        } catch {
            console.warn("the page cannot show the finished run: \(error.message)")
            tell("\(title) is over. Its files cannot be shown.")
        }
    }

    /// Shows a finished run in the place of what the client told of it.
    private func settle(_ result: RunResult, in folder: String) throws(CommandFailure) {
        let title = RunTitle(result).text
        let run = begun
        let archive = try ArchiveReading.read("\(folder)/\(Artifact.httpArchive.fileName)")
        let entries = archive.entries.map { $0.placed(in: run, called: title) }
        page.feed.add(source.exchanges.settle(entries))
        source.add(folder, of: run)
        reports.append(PageNotices.Report(run, title))
    }

    private static func results(in root: String) throws(CommandFailure) -> [RunResult] {
        do {
            return try RunDocuments.left(in: root).compactMap(RunResult.init(json:))
        } catch {
            throw CommandFailure(.failed, "the results in \(root) cannot be read: \(error)")
        }
    }

    private func tell(_ sentence: String) {
        page.feed.tell(PageNotices(sentence, reports: reports))
    }

    /// Shows the page until a signal comes; not at all if one came during the runs, whether they were over or not.
    package func stay() {
        guard !signals.hasCome else { return }
        tell(reports.isEmpty ? "No run finished." : "All runs are over.")
        console.note("the page stays until Ctrl-C")
        signals.waitForOne()
    }

    package func stop() {
        page.stop()
    }
}
