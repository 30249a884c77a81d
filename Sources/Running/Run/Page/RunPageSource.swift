import LinuxIO
import LivePage
import Reports
import Serving
import Synchronization

/// What the page of runs asks for: their exchanges, and the reports in their folders. Any thread may use it.
final class RunPageSource: LivePageSource {
    /// Larger pages were not written by a run.
    private static let most = 1 << 30

    let exchanges = ArchivedExchanges()
    /// The runs' folders by the runs' numbers.
    private let folders = Mutex<[Int: String]>([:])

    func add(_ folder: String, of run: Int) {
        folders.withLock { $0[run] = folder }
    }

    // MARK: LivePageSource

    func report(_ number: Int) -> [UInt8]? {
        guard let folder = folders.withLock({ $0[number] }) else { return nil }
        // The page says so if the file is gone.
        return try? WholeFile.read("\(folder)/\(RunPage.fileName)", limit: Self.most)
    }

    func exchange(_ number: Int) -> [UInt8]? { exchanges.exchange(number) }

    func content(_ number: Int, _ side: PageRoute.Side) -> PageContent? { exchanges.content(number, side) }

    func archive(_ numbers: [Int]?) -> [UInt8] { exchanges.archive(numbers) }

    func carryOut(method: String, target: String, body: [UInt8]) -> ServedAnswer {
        exchanges.carryOut(method: method, target: target, body: body)
    }
}
