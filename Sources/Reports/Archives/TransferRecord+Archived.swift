import Analysis
package import Archives
import HTTP
import JSON
import Logs
package import Runs
import Wire

extension TransferRecord {
    /// Its exchanges as far as the client knows them while the run is under way: the same ones that the run's archive
    /// will have. `startedAt` is the run's start in nanoseconds since 1970.
    package func archived(since startedAt: Int64) -> [ArchiveEntry] {
        guard sharedWith == nil, !source.isLocal else { return [] }
        var entries: [ArchiveEntry] = []
        var begin = start
        for hop in redirects {
            guard let exchange = hop.exchange else { continue }
            var response = ArchiveResponse(status: hop.status)
            response.fields = [HTTPField(name: "Location", value: hop.location)]
            var entry = entry(url: hop.url, response, begin: startedAt + (begin - .zero), isRedirect: true)
            entry.timings.blocked = max(0, exchange.request - begin)
            entry.timings.send = 0
            entry.timings.wait = exchange.firstByte - exchange.request
            entry.timings.receive = exchange.lastByte - exchange.firstByte
            entry.duration = entry.timings.total
            entry.connection = hop.clientPort.map { "\($0)" }
            entries.append(entry)
            begin = exchange.lastByte
        }
        return entries + [last(begin: startedAt + (begin - .zero), took: max(0, end - begin))]
    }

    /// The exchange with the final address.
    private func last(begin: Int64, took: Nanoseconds) -> ArchiveEntry {
        var response = ArchiveResponse(status: exchange?.status ?? status ?? 0)
        response.version = exchange?.httpVersion ?? "unknown"
        response.headerBytes = exchange?.headerBytes
        response.bodyBytes = exchange?.bodyBytes
        var entry = entry(url: url, response, begin: begin, isRedirect: false)
        entry.request.headerBytes = exchange?.requestBytes
        entry.connection = exchange.map { "\($0.localPort)" }
        let connected = phases.connect + phases.tls
        entry.timings.blocked = phases.cache + phases.blocked
        entry.timings.lookup = phases.dns > 0 ? phases.dns : nil
        entry.timings.connect = connected > 0 ? connected : nil
        entry.timings.secure = phases.tls > 0 ? phases.tls : nil
        entry.timings.send = phases.request
        entry.timings.wait = phases.wait
        entry.timings.receive = phases.receive
        entry.duration = took
        return entry
    }

    private func entry(
        url: String,
        _ response: ArchiveResponse,
        begin: Int64,
        isRedirect: Bool
    ) -> ArchiveEntry {
        var entry = ArchiveEntry(
            started: begin,
            request: ArchiveRequest(method: "GET", url: url),
            response: response
        )
        entry.request.version = exchange?.httpVersion ?? "unknown"
        entry.request.bodyBytes = 0
        entry.page = step
        entry.details = [
            "transfer": id.json, "step": step.json, "file": file.json, "redirect": isRedirect.json,
            "source": isRedirect ? nil : .string(source.rawValue), "error": isRedirect ? nil : error.json,
        ]
        return entry
    }
}
