import FuzzSupport
import HTTP

/// Everything a connection reported about a server's stream. Content is joined, since its pieces depend on
/// the input's.
struct Outcome: Hashable {
    private(set) var interim: [HTTPResponseHead] = []
    private(set) var head: HTTPResponseHead?
    private(set) var framing: HTTP1Framing?
    private(set) var content: [UInt8] = []
    private(set) var end: HTTP1MessageEnd?
    private(set) var switched: HTTPResponseHead?
    private(set) var error: HTTP1Error?
    private(set) var persistence = HTTP1Persistence.ready
    private(set) var rest: [UInt8] = []

    init(
        of pieces: [ArraySlice<UInt8>],
        to request: HTTPRequestHead,
        _ grammar: HTTP1Grammar,
        _ limits: HTTP1Limits
    ) {
        var connection = HTTP1ClientConnection(grammar, limits: limits)
        demand((try? connection.begin(request, .none)) != nil, "no request")
        do throws(HTTP1Error) {
            for piece in pieces {
                connection.receive(piece)
                try drain(&connection)
            }
            connection.serverClosed()
            try drain(&connection)
        } catch {
            self.error = error
        }
        persistence = connection.persistence
        rest = switched == nil ? [] : Array(connection.rest)
        check()
    }

    private mutating func drain(_ connection: inout HTTP1ClientConnection) throws(HTTP1Error) {
        var position = connection.position
        while let event = try connection.next() {
            demand(end == nil && switched == nil, "an event behind the end")
            switch event {
            case .interim(let head):
                demand(self.head == nil && head.status < 200, "an interim head out of turn")
                interim.append(head)
            case .head(let head, let framing):
                demand(self.head == nil && head.status >= 200, "a head out of turn")
                (self.head, self.framing) = (head, framing)
            case .body(let bytes):
                demand(head != nil && !bytes.isEmpty, "content out of turn")
                content += bytes
            case .end(let end):
                demand(end.isComplete && end.contentBytes == content.count, "content is miscounted")
                self.end = end
            case .switched(let head): switched = head
            }
            demand(connection.position >= position, "a connection went back")
            position = connection.position
        }
    }

    private func check() {
        demand(error != nil || end != nil || switched != nil, "a closed stream left a response open")
        if case .length(let length)? = framing, end != nil {
            demand(content.count == length, "a body of another length than stated")
        }
        switch persistence {
        case .over(.fault(let fault)): demand(fault == error, "another fault than was thrown")
        case .over: demand(error == nil, "a fault is forgotten")
        case .ready, .underWay: demand(false, "a closed connection takes requests")
        }
    }
}
