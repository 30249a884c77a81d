internal import HTTP
internal import HTTP3
internal import LinuxIO
import Logs
internal import Wire

/// One transfer over HTTP/3. It belongs to the loop's thread alone.
final class HTTP3Transfer: UnderwayTransfer {
    let shared: SharedTransfer
    var report: ((TransferProgress) -> Void)?
    /// What was found wrong with the answer.
    private(set) var failure: FetchError?
    /// The connection is another's, opened before.
    private(set) var isReused = false
    private(set) var stamps: TransferStamps
    private var answer: IncomingAnswer
    private var place: HTTP3RequestPlace?
    private var headerBytes = 0
    private var requestBytes = 0
    private let clock: RunClock
    private let events: EventSink?

    init(_ shared: SharedTransfer, clock: RunClock, events: EventSink?) {
        (self.shared, self.clock, self.events) = (shared, clock, events)
        answer = IncomingAnswer(to: shared.first)
        stamps = TransferStamps(queued: shared.request.queuedAt)
        stamps.admitted = clock.now()
    }

    private var request: TransferRequest { shared.request }
    var body: [UInt8] { answer.body.bytes }
    var isOfImage: Bool { answer.head.status == 200 }
    var soFar: TransferProgress? { answer.progress(of: answer.contentLength ?? 0) }

    private func emit(_ kind: TimingEvent.Kind, at moment: Instant, bytes: Int? = nil) {
        events?(TimingEvent(at: moment, transfer: request.id, kind: kind, bytes: bytes))
    }

    // MARK: Course

    /// It opens the connection that it needs: its name is looked up from `began` on.
    func opens(from began: Instant, at now: Instant) {
        stamps.nameLookup = now - began
        stamps.connectStart = now
    }

    /// The head to send on a connection that is ready.
    func head(at now: Instant) -> HTTPRequestHead? {
        if stamps.connectStart != nil { emit(.connected, at: now) } else { isReused = true }
        stamps.ready = now
        guard let scheme = request.url.firstIndex(of: ":") else { return nil }
        let rest = request.url[scheme...].dropFirst(3)
        let path = rest.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? rest.endIndex
        let authority = rest[..<path].split(separator: "@").last.map(String.init) ?? ""
        var target = String(rest[path...].prefix { $0 != "#" })
        if !target.hasPrefix("/") { target = "/" + target }
        let fields = HTTPFields([HTTPField(name: "Host", value: authority)] + request.fields.map(\.self))
        let head = HTTPRequestHead(method: "GET", target: target, version: .http3, fields: fields)
        requestBytes = "GET \(target) HTTP/3\r\n".utf8.count + Self.bytes(of: fields)
        return head
    }

    func begins(at place: HTTP3RequestPlace) { self.place = place }

    /// The kernel has all of the request.
    func requestSent(at now: Instant) {
        guard stamps.requestFirstByte == nil else { return }
        stamps.requestFirstByte = now
        stamps.requestLastByte = now
        emit(.requestSent, at: now)
    }

    /// False if the answer is of no use.
    func take(_ head: HTTPResponseHead, at now: Instant) -> Bool {
        noteFirstByte(at: now)
        stamps.responseLastByte = now
        headerBytes += "HTTP/3 \(head.status) \r\n".utf8.count + Self.bytes(of: head.fields)
        guard head.status >= 200 else { return true }
        failure = answer.take(head)
        return failure == nil
    }

    func take(_ bytes: [UInt8], at now: Instant) -> Bool {
        guard answer.take(bytes, at: now) else {
            failure = answer.tooLarge
            return false
        }
        stamps.responseLastByte = now
        if events != nil { emit(.progress, at: now, bytes: body.count) }
        if let report, let soFar { report(soFar) }
        return true
    }

    private func noteFirstByte(at now: Instant) {
        guard stamps.responseFirstByte == nil else { return }
        stamps.responseFirstByte = now
        emit(.firstByte, at: now)
    }

    private static func bytes(of fields: HTTPFields) -> Int {
        fields.reduce(2) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
    }

    // MARK: Outcome

    /// The whole answer has arrived.
    func finished() -> TransferOutcome {
        let host = "\(request.endpoint.host):\(request.endpoint.port)"
        if let length = answer.contentLength, length != body.count {
            return failed(FetchError(.truncated, "\(host) sent \(body.count) bytes of \(length)"))
        }
        if let last = stamps.responseLastByte { emit(.lastByte, at: last, bytes: body.count) }
        return outcome(nil)
    }

    func failed(_ failure: FetchError) -> TransferOutcome { outcome(self.failure ?? failure) }

    private func outcome(_ failure: FetchError?) -> TransferOutcome {
        let status = answer.head.status > 0 ? answer.head.status : nil
        return TransferOutcome(
            status: status,
            fields: answer.head.fields,
            body: body,
            stamps: stamps,
            exchange: failure == nil ? status.flatMap { exchange($0) } : nil,
            metrics: status.map { metrics($0) },
            failure: failure
        )
    }

    private func exchange(_ status: Int) -> ExchangeRecord? {
        guard let place, let request = stamps.requestFirstByte, let first = stamps.responseFirstByte,
            let last = stamps.responseLastByte
        else { return nil }
        return ExchangeRecord(
            localPort: place.localPort,
            order: place.order,
            stream: Int(place.stream),
            encryption: EncryptionRecord(version: "1.3", isResumed: place.isResumed),
            isNewConnection: !isReused,
            status: status,
            httpVersion: "HTTP/3",
            requestBytes: requestBytes,
            headerBytes: headerBytes,
            bodyBytes: body.count,
            connectStart: stamps.connectStart,
            connectEnd: stamps.connectStart == nil ? nil : stamps.ready,
            requestFirstByte: request,
            responseFirstByte: first,
            responseLastByte: last,
            progress: answer.body.samples
        )
    }

    private func metrics(_ status: Int) -> TransferMetrics {
        let start = stamps.admitted ?? stamps.queued
        func time(_ moment: Instant?) -> Duration { .nanoseconds(moment.map { max(0, $0 - start) } ?? 0) }
        let connect = stamps.connectStart.flatMap { begun in stamps.ready.map { $0 - begun } } ?? 0
        return TransferMetrics(
            url: request.url,
            status: status,
            httpVersion: "HTTP/3",
            isConnectionReused: isReused,
            nameLookup: .nanoseconds(stamps.nameLookup),
            connect: .nanoseconds(connect),
            encryption: .zero,
            firstByte: time(stamps.responseFirstByte),
            total: time(stamps.responseLastByte),
            sentBytes: requestBytes,
            headerBytes: headerBytes,
            bodyBytes: body.count
        )
    }
}
