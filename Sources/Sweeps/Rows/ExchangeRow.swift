import Analysis
import Inspection
import JSON
import Reports
import Runs

/// One exchange of a capture as a row of `transfers`, and its time as rows of `causes`.
struct ExchangeRow {
    private let exchange: CaptureExchange
    private let number: Int
    private let ledger: CaptureLedger?
    /// The capture's first stamp.
    private let epoch: Int64
    private let host: String

    init(_ exchange: CaptureExchange, _ number: Int, _ ledger: CaptureLedger?, since epoch: Int64) {
        self.exchange = exchange
        self.number = number
        self.ledger = ledger
        self.epoch = epoch
        host = exchange.host
    }

    func write(to writer: inout JSONWriter) {
        let start = ledger?.start ?? exchange.requestSent ?? exchange.firstByte
        let rows = ledger?.rows
        writer.member("transfer", number)
        writer.member("method", exchange.method)
        writer.member("host", host)
        writer.member("path", exchange.path)
        writer.member("server", exchange.server.description)
        writer.member("source", exchange.status == nil ? "none" : "network")
        writer.member("status", exchange.status)
        writer.member("error", error)
        writer.member("complete", exchange.isComplete)
        writer.member("httpVersion", exchange.version)
        writer.member("type", exchange.mediaType == nil ? nil : exchange.mediaKind)
        writer.member("connection", exchange.stream)
        writer.member("quic", exchange.connection.quic)
        writer.member("newConnection", exchange.order == 0)
        writer.member("startNs", start.map { $0 - epoch })
        writer.member("durationNs", ledger.map { $0.end - $0.start })
        writer.member("dnsNs", rows?[.dns])
        writer.member("fallbackNs", rows?[.fallback])
        writer.member("blockedNs", rows?[.blocked])
        writer.member("connectNs", rows?[.connect])
        writer.member("tlsNs", rows?[.tls])
        writer.member("waitNs", Self.time(exchange.requestSent, exchange.firstByte))
        writer.member("receiveNs", Self.time(exchange.firstByte, exchange.lastByte))
        writer.member("requestBytes", exchange.requestBytes)
        writer.member("headerBytes", exchange.headerBytes)
        writer.member("bodyBytes", exchange.bodyBytes)
        writer.member("decodedBytes", exchange.decodedBytes)
        writer.member("wireDownBytes", exchange.wireDownBytes)
        writer.member("wireUpBytes", exchange.wireUpBytes)
        writer.member("retransmittedBytes", exchange.retransmittedBytes)
        writer.member("firstPacket", exchange.firstPacket)
    }

    /// `front` is how each row begins.
    func writeCauses(to writer: inout JSONWriter, behind front: String) {
        for (cause, time) in ledger?.rows.largest ?? [] {
            writer.raw(front)
            writer.member("host", host)
            writer.member("transfer", number)
            writer.member("cause", cause.rawValue)
            writer.member("timeNs", time)
            writer.raw("}\n")
        }
    }

    private var error: String? {
        if let reset = exchange.reset {
            return "reset by the \(reset.isFromClient ? "client" : "server"): \(reset.name)"
        }
        return exchange.status == nil ? "no response" : nil
    }

    /// nil if an end is missing, or stamps go back.
    private static func time(_ start: Int64?, _ end: Int64?) -> Int64? {
        guard let start, let end, end >= start else { return nil }
        return end - start
    }
}
