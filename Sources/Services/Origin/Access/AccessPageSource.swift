import Archives
import JSON
import LivePage
import Programs
import Proxy
import Serving

/// What the page of a server asks for: its exchanges, and its line. Any thread may use it.
final class AccessPageSource: LivePageSource {
    private let exchanges = ArchivedExchanges()
    private let line: ServedLine

    init(_ line: ServedLine) {
        self.line = line
    }

    /// Keeps the exchanges, and returns their rows.
    func add(_ entries: [ArchiveEntry]) -> [[UInt8]] { exchanges.add(entries) }

    // MARK: LivePageSource

    func exchange(_ number: Int) -> [UInt8]? { exchanges.exchange(number) }

    func content(_ number: Int, _ side: PageRoute.Side) -> PageContent? { exchanges.content(number, side) }

    func archive(_ numbers: [Int]?) -> [UInt8] { exchanges.archive(numbers) }

    /// The commands of a proxy that a server has, too: its state, and another line.
    func carryOut(method: String, target: String, body: [UInt8]) -> ServedAnswer {
        switch ControlCommand(method: method, target: target) {
        case .status: break
        case .line(let items):
            do throws(CommandFailure) {
                try line.change(to: items)
            } catch {
                return .now(.text(409, "\(error.message)\n"))
            }
        default: return .now(.text(404, "a server takes no such command\n"))
        }
        return .now(.document(Array("\(line.status.line)\n".utf8)))
    }
}
