import HTTP
import Wire

/// A request's body on its way to whoever answers, while the response is made or goes. It belongs to the loop's thread.
struct RequestUpload {
    let body: BodyStream
    /// The client waits for leave to send it, and gets it when somebody asks for the first byte.
    private(set) var asksLeave: Bool
    /// Bytes that nobody wanted.
    private(set) var dropped = 0

    /// `onRoom` is called whenever more of it may come, or leave is due.
    init(_ body: BodyStream, asksLeave: Bool, onRoom: @escaping @Sendable () -> Void) {
        self.body = body
        self.asksLeave = asksLeave
        body.onRoom(onRoom)
    }

    /// Whether more of it may come: there is room for it, or it is dropped.
    var hasRoom: Bool { body.hasRoom }

    /// The client is the one that everybody waits for.
    var waitsForClient: Bool { !asksLeave && hasRoom }

    /// Whether leave is due, which it is once.
    mutating func takeLeave() -> Bool {
        guard asksLeave, body.isWanted else { return false }
        asksLeave = false
        return true
    }

    mutating func add(_ content: ArraySlice<UInt8>) {
        // A client that sends without leave needs none any more.
        asksLeave = false
        if body.isAbandoned { dropped += content.count } else { body.write(content) }
    }
}
