import LinkModel
import Logs
import Runs
import Wire

/// Writes one transfer's ledger, from the caller's call to the caller's hands.
struct LedgerWriting {
    private let transfer: TransferRecord
    private let exchange: LedgerExchange
    private let moments: TransferMoments
    private let line: LineLog
    private let link: LinkParameters
    private let isOfStreams: Bool
    private(set) var sheet: LedgerSheet
    /// When the line was busy with others while packets of this transfer waited.
    private(set) var waits: [(span: Span, direction: LinkDirection)] = []
    /// When the transfer waited for lost packets.
    private(set) var repairs: [RepairWait] = []
    private(set) var flowControl: TransferLedger.FlowControl?
    private var lookups: LookupSheet

    init(
        _ transfer: TransferRecord,
        _ exchange: LedgerExchange,
        _ moments: TransferMoments,
        _ line: LineLog,
        _ lookups: LookupSheet,
        link: LinkParameters,
        isOfStreams: Bool,
        on sheet: LedgerSheet
    ) {
        self.transfer = transfer
        self.exchange = exchange
        self.moments = moments
        self.line = line
        self.lookups = lookups
        self.link = link
        self.isOfStreams = isOfStreams
        self.sheet = sheet
    }

    mutating func write() {
        writeExchange()
        sheet.close(transfer.source == .none ? .unexplained : .delivery)
    }

    /// Writes everything up to the end of the exchange.
    mutating func writeExchange() {
        if transfer.exchange != nil { writePassages() } else { writePhases() }
        waits += lookups.waits
        repairs += lookups.repairs
        writeResponse()
        Self.writeClosing(moments, to: &sheet)
    }

    /// Writes everything before the connection is requested.
    static func writeOpening(
        _ moments: TransferMoments,
        _ lookups: inout LookupSheet,
        to sheet: inout LedgerSheet
    ) {
        sheet.advance(to: moments.queued, .cache)
        sheet.advance(to: moments.retried, .retry)
        guard let lookup = moments.lookup, let connect = moments.connect else {
            return writeWait(moments, to: &sheet, until: moments.ready)
        }
        writeWait(moments, to: &sheet, until: lookup)
        lookups.write(to: &sheet, until: connect)
    }

    /// Writes the wait for a connection, with what passed at a proxy before that turned to the origin.
    static func writeWait(_ moments: TransferMoments, to sheet: inout LedgerSheet, until end: Instant) {
        guard let turned = moments.turned else { return sheet.advance(to: end, .blocked) }
        sheet.advance(to: min(turned, end), .blocked)
        sheet.advance(to: end, .proxy)
    }

    /// Writes everything after the last byte reached the client's host.
    static func writeClosing(_ moments: TransferMoments, to sheet: inout LedgerSheet) {
        if let passedOn = moments.passedOn { sheet.advance(to: min(passedOn, moments.decoding), .proxy) }
        sheet.advance(to: moments.decoding, .delivery)
        sheet.advance(to: moments.storing, .decode)
        sheet.advance(to: moments.end, .cache)
    }

    // MARK: Connection and request

    private mutating func writePassages() {
        Self.writeOpening(moments, &lookups, to: &sheet)
        if let secure = moments.secure {
            sheet.advance(to: min(sheet.now + fallback, secure), .fallback)
            pass(.connect, until: secure, both)
            pass(.tls, until: moments.ready, both)
            Self.writeWait(moments, to: &sheet, until: moments.asked)
        }
        if let wait = UnsentRequest(exchange, since: sheet.now) { sheet.advance(to: wait.end, wait.cause) }
        let request = exchange.request.map { (packet: $0, direction: LinkDirection.up) }
        pass(.request, until: exchange.requested ?? sheet.now, request)
    }

    /// How long other addresses were tried from now on.
    private var fallback: Nanoseconds {
        moments.connect == nil
            ? 0 : ConnectionFallback(link).length(from: sheet.now, to: exchange.connection.flow.start)
    }

    private var both: [(packet: FlowPacket, direction: LinkDirection)] {
        exchange.connection.flow.up.map { ($0, .up) } + exchange.connection.flow.down.map { ($0, .down) }
    }

    private mutating func pass(
        _ cause: LedgerCause,
        until end: Instant,
        _ packets: [(packet: FlowPacket, direction: LinkDirection)]
    ) {
        guard end > sheet.now else { return }
        var passage = PassageSheet(
            cause,
            Span(start: sheet.now, end: end),
            packets: packets,
            of: exchange.connection,
            on: line
        )
        passage.write(to: &sheet)
        waits += passage.waits
        repairs += passage.repairs
    }

    /// Uses the phases only, which are all that an unfinished exchange has.
    private mutating func writePhases() {
        let phases = transfer.phases
        sheet.advance(to: moments.queued, .cache)
        sheet.advance(to: moments.retried, .retry)
        // The client notes a request as sent when it is already on its way.
        let sent = phases.connect == 0 ? exchange.request.first?.arrival : nil
        Self.writeWait(moments, to: &sheet, until: min(sheet.now + phases.blocked, sent ?? .never))
        lookups.write(to: &sheet, until: sheet.now + phases.dns)
        pass(.connect, until: sheet.now + phases.connect, both)
        pass(.tls, until: sheet.now + phases.tls, both)
        let request = exchange.request.map { (packet: $0, direction: LinkDirection.up) }
        // A request that never reached the origin is on its way until its client gives up.
        pass(
            .request,
            until: exchange.origin == nil ? moments.decoding : exchange.requested ?? sheet.now,
            request
        )
    }

    // MARK: The response

    /// Before the origin wrote anything of this stream, its connection carried other streams: an older log does not tell when
    /// the response was ready.
    private mutating func writeOtherStreams(until end: Instant) {
        let span = Span(start: sheet.now, end: end)
        for busy in line.own(exchange.connection.flow.number, .down, in: span) {
            sheet.advance(to: busy.start, .server)
            waits.append((Span(start: sheet.now, end: busy.end), .down))
            sheet.advance(to: busy.end, .sharing)
        }
    }

    private mutating func writeResponse() {
        let last = exchange.completion?.at ?? moments.decoding
        let written = min(exchange.origin?.responseFirstByte ?? .never, exchange.firstPacket ?? .never)
        let begun = exchange.ready ?? written
        if exchange.sharesConnection, exchange.ready == nil { writeOtherStreams(until: min(begun, last)) }
        sheet.advance(to: min(begun, last), .server)
        var response = ResponseSheet(exchange, isOfStreams: isOfStreams)
        var carried = CarriedBytes(link)
        response.write(to: &sheet, until: last, carried: &carried)
        waits += response.waits.map { ($0, .down) }
        repairs += response.repairs
        flowControl = response.flowControl
    }
}
