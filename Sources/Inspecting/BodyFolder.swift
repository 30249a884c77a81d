import Inspection
import LinuxIO
package import Programs
package import Reports

/// Writes response bodies into a folder as they arrive. Writes only those that the filter may admit, judged
/// by what is known when they begin.
package final class BodyFolder: BodyCollector {
    /// Longest name in characters, so that it fits every file system with its number.
    private static let longestName = 80

    package let path: String
    private let filter: ExchangeFilter
    /// nil means all connections.
    private let stream: Int?
    package private(set) var written = 0
    /// Why a body could not be written; later bodies are left out.
    package private(set) var failure: String?

    /// Creates the folder; an existing one must be empty.
    package init(
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
                throw CommandFailure(
                    .wrongUsage,
                    "\(path) is not empty: --extract needs an empty or new folder"
                )
            }
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw CommandFailure(.failed, "the folder \(path) cannot be created: \(error)")
        }
    }

    func sink(for exchange: CaptureExchange) -> (any BodySink)? {
        guard failure == nil, stream == nil || stream == exchange.stream,
            filter.mayAdmit(beginning: exchange)
        else { return nil }
        let name = "\(exchange.connection.label)-\(exchange.order)-\(Self.name(of: exchange))"
        return BodyFile(self, path: "\(path)/\(name)")
    }

    func count() {
        written += 1
    }

    func fail(_ error: SystemCallError) {
        if failure == nil { failure = "\(error)" }
    }

    /// The last part of the target, with letters and digits only, since a remote name must not act as a path.
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
