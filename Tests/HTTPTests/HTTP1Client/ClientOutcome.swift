@testable import HTTP

/// All events of a server's stream for one request, with content joined so that it does not depend on the
/// pieces.
struct ClientOutcome: Hashable {
    var interim: [HTTPResponseHead] = []
    var head: HTTPResponseHead?
    var framing: HTTP1Framing?
    var content: [UInt8] = []
    var end: HTTP1MessageEnd?
    var switched: HTTPResponseHead?
    var error: HTTP1Error?
    var persistence = HTTP1Persistence.ready
    /// Bytes for another protocol.
    var rest: [UInt8] = []

    var text: String { String(decoding: content, as: UTF8.self) }

    /// Feeds the pieces to a connection with one request in progress, then the stream's end if `isClosed`.
    init(
        of pieces: [ArraySlice<UInt8>],
        to request: HTTPRequestHead = .plain(),
        isClosed: Bool = false,
        limits: HTTP1Limits = HTTP1Limits()
    ) {
        var connection = HTTP1ClientConnection(limits: limits)
        do {
            _ = try connection.begin(request, .none)
        } catch {
            preconditionFailure("\(error)")
        }
        do throws(HTTP1Error) {
            for piece in pieces {
                connection.receive(piece)
                try drain(&connection)
            }
            if isClosed { connection.serverClosed() }
            try drain(&connection)
        } catch {
            self.error = error
        }
        persistence = connection.persistence
        rest = switched == nil ? [] : Array(connection.rest)
    }

    init(
        of text: String,
        to request: HTTPRequestHead = .plain(),
        isClosed: Bool = false,
        limits: HTTP1Limits = HTTP1Limits()
    ) {
        self.init(of: [HTTPText.bytes(text)], to: request, isClosed: isClosed, limits: limits)
    }

    private mutating func drain(_ connection: inout HTTP1ClientConnection) throws(HTTP1Error) {
        while let event = try connection.next() {
            switch event {
            case .interim(let head): interim.append(head)
            case .head(let head, let framing): (self.head, self.framing) = (head, framing)
            case .body(let bytes): content += bytes
            case .end(let end): self.end = end
            case .switched(let head): switched = head
            }
        }
    }
}

extension HTTPRequestHead {
    static func plain(_ method: String = "GET", _ fields: HTTPFields = [:]) -> HTTPRequestHead {
        let host = HTTPField(name: "Host", value: "origin.test")
        let target = method == "CONNECT" ? "origin.test:443" : "/"
        return HTTPRequestHead(method: method, target: target, fields: HTTPFields([host] + fields))
    }

    static let upgrading = plain("GET", ["Connection": "upgrade", "Upgrade": "websocket"])
}
