import Forwarding
import HTTP

/// What takes note of a response's content while it passes: the count of events, the mirror, the cache, and what the session
/// keeps. It belongs to the loop's thread.
struct ResponseTaps {
    private let place: MirrorPlace?
    private let mirrors: MirrorWriter?
    private let cache: CacheVisit?
    private let keeping: ContentKeeping?
    private var mirror: MirrorCopy?
    /// nil unless the response is a stream of events that is not compressed.
    private var events: EventStreamTally?

    /// `mirrors` nil mirrors nothing, `cache` nil stores nothing, `keeping` nil keeps nothing.
    init(_ plan: ExchangePlan?, mirrors: MirrorWriter?, cache: CacheVisit?, keeping: ContentKeeping?) {
        place = plan?.mirror
        self.mirrors = mirrors
        self.cache = cache
        self.keeping = keeping
    }

    /// The server's head has come.
    mutating func receive(_ head: HTTPResponseHead, hasContent: Bool, _ facts: inout UpstreamFacts) {
        cache?.receive(head)
        guard hasContent else { return }
        if head.isEventStream {
            events = EventStreamTally()
            facts.messages = MessageTraffic(.events)
        }
        if let place, let mirrors { mirror = MirrorCopy(place, head, at: mirrors) }
    }

    /// Content has come.
    mutating func receive(_ bytes: ArraySlice<UInt8>, _ facts: inout UpstreamFacts) {
        events?.receive(bytes)
        if let events { facts.messages = MessageTraffic(.events, received: events.count) }
        if let failure = mirror?.write(bytes) {
            mirror = nil
            facts.mirrorFailure = failure
        }
        cache?.receive(bytes)
        // What is kept must have one owner while it grows.
        guard let keeping, var content = facts.responseContent else { return }
        facts.responseContent = nil
        keeping.add(bytes, to: &content)
        facts.responseContent = content
    }

    /// The response is whole.
    mutating func end(_ facts: inout UpstreamFacts) {
        if let failure = mirror?.finish() { facts.mirrorFailure = failure }
        mirror = nil
        cache?.end()
    }
}

extension HTTPResponseHead {
    /// Server-sent events that can be read as they are.
    fileprivate var isEventStream: Bool {
        let type = fields["Content-Type"]?.split(separator: ";").first?.lowercased() ?? ""
        return type.split(separator: " ") == ["text/event-stream"]
            && (fields["Content-Encoding"] ?? "identity").lowercased() == "identity"
    }
}
