import HTTP
import Wire

/// A request's body on its way to the responder, while the response is made or sent. It belongs to the loop's
/// thread.
struct RequestUpload {
    let body: BodyStream
    /// The client waits for 100 (Continue), which is sent when the responder asks for the first byte.
    private(set) var expectsContinue: Bool
    /// Bytes dropped because nobody wanted them.
    private(set) var dropped = 0

    /// `onRoom` is called whenever more may come or 100 (Continue) is due.
    init(_ body: BodyStream, expectsContinue: Bool, onRoom: @escaping @Sendable () -> Void) {
        self.body = body
        self.expectsContinue = expectsContinue
        body.onRoom(onRoom)
    }

    /// Whether more may come: there is room, or it is dropped.
    var hasRoom: Bool { body.hasRoom }

    /// Everybody waits for the client.
    var waitsForClient: Bool { !expectsContinue && hasRoom }

    /// Whether 100 (Continue) is due; true only once.
    mutating func takeLeave() -> Bool {
        guard expectsContinue, body.isWanted else { return false }
        expectsContinue = false
        return true
    }

    mutating func add(_ content: ArraySlice<UInt8>) {
        // A client that sends without 100 (Continue) needs none any more.
        expectsContinue = false
        if body.isAbandoned { dropped += content.count } else { body.write(content) }
    }
}
