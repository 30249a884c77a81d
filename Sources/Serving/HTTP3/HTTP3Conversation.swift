import HTTP
import HTTP2
import HTTP3
import LinuxIO
import Wire

/// HTTP/3 on one connection: each stream is an exchange with a course of its own. It belongs to the loop's thread.
final class HTTP3Conversation: HTTP2BodySource {
    let session: HTTP3ServerSession
    /// The port's number for it.
    let number: UInt64
    private let setting: ConversationSetting
    private let timing: MultiplexedTiming
    private var reader: MultiplexedRequestReader
    private var sender: MultiplexedResponseSender
    private var sentBytes = 0
    private var isFinishing = false

    init(_ session: HTTP3ServerSession, _ number: UInt64, _ setting: ConversationSetting, at now: Instant) {
        (self.session, self.number, self.setting) = (session, number, setting)
        timing = MultiplexedTiming(setting.limits, at: now)
        reader = MultiplexedRequestReader(setting, session, timing)
        sender = MultiplexedResponseSender(setting, session, timing)
    }

    var isOver: Bool { session.isOver }

    var client: SocketAddress { setting.client }

    /// A response or its content is being made elsewhere.
    var isMaking: Bool { sender.isMaking }

    /// When it needs a turn although nothing arrives; nil if never.
    var next: Instant? {
        guard let deadline = session.deadline else { return nil }
        return sender.next.map { min($0, deadline) } ?? deadline
    }

    /// Does what has become possible by an arrival, by time or by others' work, and returns what is to be sent. A result
    /// that is not empty may have more behind it.
    func proceed(at now: Instant) -> HTTP3Output {
        timing.now = now
        heed(session.takeEvents())
        session.expire(at: now)
        goOnWithResponses()
        goOnWithUploads()
        carryOutBreakUp()
        let output = session.send(from: self, at: now)
        sender.noteHolds()
        heed(session.takeEvents())
        return output
    }

    /// The kernel has what `proceed` returned; it was given it at `began`.
    func sent(_ output: HTTP3Output, began: Instant, at now: Instant) {
        timing.now = now
        for datagrams in output.datagrams { sentBytes += datagrams.bytes.count }
        for mark in output.marks { note(mark, began: began, at: now) }
        if isFinishing, !sender.isAnswering { session.close(.noError) }
    }

    /// Takes no further request, and closes when the responses under way are done.
    func finish() {
        guard !isFinishing else { return }
        isFinishing = true
        sender.leave(.noError, after: session.lastStream)
        if !sender.isAnswering { session.close(.noError) }
    }

    /// The connection is gone: reports every exchange under way with what was sent of it.
    func abandon() {
        reader.abandon()
        sender.abandon()
    }

    func piece(of stream: HTTP2StreamID, atMost count: Int) -> HTTP2BodyPiece {
        sender.piece(of: stream, atMost: count)
    }

    // MARK: Requests

    private func heed(_ events: [HTTP2Event]) {
        for event in events {
            switch reader.heed(event) {
            case .request(let stream, let request, let exchange, let interim):
                switch setting.responder.respond(to: request) {
                case .now(let response): begin(response, to: exchange, on: stream, interim: interim)
                case .late(let late):
                    let awaited = AwaitedResponse(late, to: exchange, setting)
                    sender.await(awaited, on: stream, interim: interim)
                }
            case .refusal(let stream, let refusal, let exchange, let interim):
                begin(setting.responder.refuse(refusal), to: exchange, on: stream, interim: interim)
            case .uploaded(let stream): sender.requestEnded(on: stream)
            case .closed(let stream): closed(stream)
            case nil: break
            }
        }
    }

    private func begin(
        _ response: ServedResponse,
        to exchange: ServedExchange,
        on stream: HTTP2StreamID,
        interim: Int
    ) {
        if case .takeover(.tunnel(let fromClient, _, _)) = response.live {
            reader.redirect(stream, to: fromClient)
        }
        sender.begin(response, to: exchange, on: stream, interim: interim)
    }

    /// A stream that this end has reset is over once the reset is sent: nothing else marks its end.
    private func closed(_ stream: HTTP2StreamID) {
        let mark = HTTP3Output.Mark(stream: stream, content: 0, fields: 0, isLast: true, isReset: true)
        note(mark, began: timing.now, at: timing.now)
        sender.close(stream)
    }

    // MARK: Continuing

    private func goOnWithResponses() {
        _ = sender.goOnWithDue()
        for stream in sender.awaitingStreams {
            if let made = sender.takeMade(on: stream) {
                begin(made.response, to: made.exchange, on: stream, interim: made.interim)
            }
        }
        _ = sender.goOnWithFed()
    }

    private func goOnWithUploads() {
        for stream in reader.uploading {
            if reader.takeLeave(on: stream) { sender.giveLeave(on: stream) }
            reader.makeRoom(on: stream)
        }
    }

    private func carryOutBreakUp() {
        switch sender.breakUp {
        case nil: break
        case .reset: session.close(.internalError)
        // HTTP/3's frames are its library's, and no other bytes pass.
        case .bytes: session.close(.protocolError)
        }
    }

    // MARK: Sending

    private func note(_ mark: HTTP3Output.Mark, began: Instant, at now: Instant) {
        let handover = Handover(
            count: mark.content + mark.fields,
            began: began,
            places: SentByteMap(start: mark.place.map { Int($0.lowerBound) } ?? 0)
        )
        let all = mark.place?.count ?? 0
        var steps: [StreamProgress] = []
        func step(_ kind: StreamProgress.Kind, _ count: Int, _ range: Range<Int>, isLast: Bool) {
            steps.append(
                StreamProgress(
                    stream: mark.stream,
                    kind: kind,
                    count: count,
                    isWhole: isLast,
                    isLast: isLast,
                    range: range
                )
            )
        }
        if mark.isReset {
            step(.reset, 0, 0..<0, isLast: true)
        } else {
            let head = mark.content > 0 ? min(mark.fields, all) : all
            if mark.fields > 0 {
                step(.fields, mark.fields, 0..<head, isLast: mark.isLast && mark.content == 0)
            }
            if mark.content > 0 || mark.fields == 0 {
                step(.data, mark.content, (mark.fields > 0 ? head : 0)..<all, isLast: mark.isLast)
            }
        }
        timing.extend(from: now)
        for progress in steps {
            guard let response = sender.took(progress, handover, at: now, after: sentBytes) else { continue }
            reader.drop(mark.stream)
            sender.end(with: response)
        }
    }
}
