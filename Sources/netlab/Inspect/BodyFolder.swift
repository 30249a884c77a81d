import Inspection
import LinuxIO
import Reports

/// Writes the bodies of responses into a folder of their own, as they come. Only those are written that the filter may
/// admit by what is known when they begin.
final class BodyFolder: BodyCollector {
    /// Of a name, so that with its number it fits every file system.
    private static let longestName = 80

    let path: String
    private let filter: ExchangeFilter
    /// nil where all connections are asked for.
    private let stream: Int?
    private(set) var written = 0
    /// Why a body could not be written; those after it are left out.
    private(set) var failure: String?

    /// Makes the folder; what is there must be empty.
    init(
        _ path: String,
        filter: ExchangeFilter = ExchangeFilter(),
        stream: Int? = nil
    ) throws(CommandFailure) {
        self.path = path
        self.filter = filter
        self.stream = stream
        do {
            try Folder.make(path, mode: 0o700)
            guard try Folder.names(in: path).isEmpty else {
                throw CommandFailure(.wrongUsage, "\(path) is not empty: --extract wants a folder of its own")
            }
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw CommandFailure(.failed, "\(path) could not be made: \(error)")
        }
    }

    func sink(for exchange: CaptureExchange) -> (any BodySink)? {
        guard failure == nil, stream == nil || stream == exchange.stream,
            filter.mayAdmit(beginning: exchange)
        else { return nil }
        let name = "\(exchange.stream)-\(exchange.order)-\(Self.name(of: exchange))"
        return BodyFile(self, path: "\(path)/\(name)")
    }

    func count() {
        written += 1
    }

    func fail(_ error: SystemCallError) {
        if failure == nil { failure = "\(error)" }
    }

    /// The last part of the target, of letters and digits only: what a stranger named is no path.
    private static func name(of exchange: CaptureExchange) -> String {
        let target = (exchange.target ?? "").prefix { $0 != "?" && $0 != "#" }
        let last = target.split(separator: "/").last ?? "index"
        let plain = last.map { character in
            character.isASCII && (character.isLetter || character.isNumber || ".-_".contains(character))
                ? character : "_"
        }
        let name = String(plain.suffix(longestName))
        return name.allSatisfy { $0 == "." } ? "index" : name
    }
}
