import HTTP
import HTTP2
import LinuxIO
import Wire

/// HTTP/1 on one connection: reads requests, asks for responses, and writes them in order.
final class HTTP1Conversation: Conversation {
    /// Pipelined bytes that are buffered while a response is under way.
    private static let bufferLimit = 65_536

    let setting: ConversationSetting
    // Safety: only the loop's thread uses it, and none of its calls re-enters. Checked, each access would be
    // verified, ten times per request.
    @exclusivity(unchecked) var stream: RequestStream
    /// Number of requests answered or about to be.
    var order = 0
    /// When the client has been idle too long, or its request's head has taken too long.
    var deadline: Instant
    var hasHeadBegun = false
    /// No further request is taken.
    private(set) var isFinishing = false
    /// A request whose body is still arriving.
    var request: IncomingRequest?
    /// The body of a request that is being answered meanwhile.
    var upload: RequestUpload?
    /// When the latest such body had arrived completely.
    var uploaded: Instant?
    /// Takes over the connection once its head is sent.
    var takeover: TakeoverConversation?
    /// Sent before any response: 1xx heads, such as 100 (Continue) or the switch to HTTP/2.
    var notes: ArraySlice<UInt8> = []
    /// The connection becomes HTTP/2 once the notes are sent and the client continues.
    var upgrade: HTTP2Upgrade?
    /// `isFinal` if the connection ends after it.
    var awaited: (response: AwaitedResponse, isFinal: Bool)?
    var response: (any OutgoingMessage)?
    /// Everything is sent, and the connection waits to be ended.
    var rest: (until: Instant, ending: ConnectionEnding)?

    init(_ setting: ConversationSetting, at now: Instant) {
        self.setting = setting
        stream = RequestStream(setting.limits.heads)
        deadline = now + setting.limits.idle
    }

    var takesInput: Bool { rest != nil || stream.unparsed < Self.bufferLimit }

    var isBetweenResponses: Bool { response == nil && awaited == nil && rest?.ending != .brokenOff }

    func wantsToSend(at now: Instant) -> Bool {
        if !notes.isEmpty || takeover != nil { return true }
        guard let response else { return false }
        return response.next(at: now) == nil
    }

    func nextInstant(at now: Instant) -> Instant {
        // A client that waits for a response in the making is not idle, unless its body is missing.
        if awaited != nil, !isMissingBody { return now + setting.limits.idle }
        return rest?.until ?? response?.next(at: now) ?? deadline
    }

    func receive(_ bytes: ArraySlice<UInt8>, at instant: Instant) {
        guard !bytes.isEmpty else {
            stream.isOver = true
            return
        }
        guard rest == nil else { return }
        if request == nil, response == nil, awaited == nil, !hasHeadBegun { beginHead(at: instant) }
        stream.receive(bytes, at: instant)
    }

    func finish() {
        isFinishing = true
    }

    func abandon() {
        upload?.body.breakOff()
        if let awaited { report(awaited.response.abandon()) }
        if let response { report(response.abandon()) }
        takeover?.abandon()
    }

    func step(
        on transport: borrowing Transport,
        at now: inout Instant
    ) throws(TransportError) -> ConversationStep {
        if let rest {
            // A client that hung up does not wait for the end of a stall.
            if rest.ending == .brokenOff, stream.isOver { return .end(.atOnce) }
            return now >= rest.until ? .end(rest.ending) : .wait
        }
        if upload != nil, let step = goOnUploading(at: now) { return step }
        if awaited != nil, !beginAwaited(at: now), notes.isEmpty {
            return isMissingBody && now >= deadline ? expire(at: now) : .wait
        }
        if !notes.isEmpty {
            notes = notes.dropFirst(try transport.send(notes, .memory([]), isLast: true, setting.clock).count)
            if notes.isEmpty { return .goOn }
        } else if let takeover {
            return become(takeover)
        } else if let upgrade {
            // curl fails if much follows the 101 at once.
            if stream.unparsed > 0 || stream.isOver || isFinishing { return become(by: upgrade, at: now) }
            return now >= deadline ? .end(.atOnce) : .wait
        } else if response != nil {
            return try write(on: transport, at: &now)
        } else {
            switch read(at: now) {
            case .request(let incoming, let lastByte, let trailers):
                return try answer(incoming, lastByte: lastByte, trailers, on: transport, at: &now)
            case .refusal(let refusal, let offset):
                refuse(refusal, at: offset, now)
                return try write(on: transport, at: &now)
            case .note: return .goOn
            case .nothing where stream.isOver: return .end(.atOnce)
            case .nothing where isFinishing && request == nil && !hasHeadBegun: return .end(.inOrder)
            case .nothing: break
            }
        }
        return now >= deadline ? expire(at: now) : .wait
    }

    private func become(_ takeover: TakeoverConversation) -> ConversationStep {
        self.takeover = nil
        if !stream.rest.isEmpty {
            takeover.receive(stream.rest[...], at: stream.instant(of: .max) ?? setting.accepted)
        }
        if stream.isOver { takeover.receive([], at: setting.accepted) }
        return .become(takeover)
    }

    private func become(by upgrade: HTTP2Upgrade, at now: Instant) -> ConversationStep {
        do throws(HTTP2Error) {
            let next = try HTTP2Conversation(
                setting,
                after: upgrade,
                order: order,
                firstByte: request?.firstByte ?? now,
                at: now
            )
            if !stream.rest.isEmpty { next.receive(stream.rest[...], at: stream.instant(of: .max) ?? now) }
            if stream.isOver { next.receive([], at: now) }
            if isFinishing { next.finish() }
            return .become(next)
        } catch {
            // Its settings are invalid, and HTTP/1 is over.
            return .end(.atOnce)
        }
    }

    private func expire(at now: Instant) -> ConversationStep {
        guard request != nil || hasHeadBegun || isMissingBody else { return .end(.atOnce) }
        refuse(.late, now)
        return .goOn
    }
}
