import FuzzSupport
import HTTP

/// Any bytes as a WebSocket's and as a stream of events: the same counts however they are cut.
func checkStreams(_ bytes: [UInt8]) {
    var (whole, cut) = (WebSocketTally(), WebSocketTally())
    var (events, cutEvents) = (EventStreamTally(), EventStreamTally())
    whole.receive(bytes[...])
    events.receive(bytes[...])
    for place in bytes.indices {
        cut.receive(bytes[place...place])
        cutEvents.receive(bytes[place...place])
    }
    demand(whole.count == cut.count && events.count == cutEvents.count, "a cut changes what is counted")
    demand(whole.count.bytes <= bytes.count && events.count.messages <= bytes.count, "more than has come")
}
