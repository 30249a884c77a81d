import Glibc
import LinuxIO
import Logs
import Runs
import Scenarios
import Testbed
import Wire

/// A client that makes one request after the other, each over its own socket, and caches nothing.
final class BareClient: BenchClient {
    private let site: BenchClientSite
    private let port: UInt16
    private(set) var counters = CacheCounters()
    let failure: String? = nil

    init(_ site: BenchClientSite) {
        self.site = site
        port = site.route.address.flatMap { UInt16($0.split(separator: ":").last ?? "") } ?? 80
    }

    func update(_ settings: ClientSettings) {}
    func forget(_ what: Step.Forgetting) {}
    func flush() {}
    func shutdown() {}

    func begin(
        _ transfer: BenchTransfer,
        _ hand: @escaping @Sendable (TransferRecord) -> Void
    ) -> (@Sendable () -> Void)? {
        let start = site.clock.now()
        let answer = answer(
            to:
                "GET /\(transfer.entry.file) HTTP/1.1\r\nHost: \(site.route.hosts[0])\r\nConnection: close\r\n\r\n"
        )
        let head = answer.firstRange(of: Array("\r\n\r\n".utf8))
        hand(
            TransferRecord(
                id: transfer.id,
                step: transfer.step,
                file: transfer.entry.file,
                url: transfer.url,
                source: .network,
                status: 200,
                start: start,
                end: site.clock.now(),
                bodyBytes: head.map { answer.count - $0.upperBound } ?? 0
            )
        )
        return nil
    }

    private func answer(to request: String) -> [UInt8] {
        let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(connection) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isOpen = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(connection, $0, size) == 0 }
        }
        guard isOpen, write(connection, request, request.utf8.count) > 0 else { return [] }
        var answer: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 14)
        while case let count = read(connection, &piece, piece.count), count > 0 {
            answer += piece.prefix(count)
        }
        return answer
    }
}
