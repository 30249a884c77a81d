import HTTP
import HTTP2
import TestSupport
import Testing
import Wire

struct PriorityTests {
    /// The order in which the streams end, if the bodies were requested by number.
    private func ends(_ client: FrameClient, _ streams: [HTTP2StreamID]) throws -> [HTTP2StreamID] {
        for stream in streams {
            client.bodies[stream] = ([UInt8](repeating: UInt8(stream), count: 60_000)[...], true)
            try client.session.respond(HTTPResponseHead(status: 200), on: stream, hasBody: true)
        }
        return try client.frames().filter(\.endsStream).map(\.stream)
    }

    private func client(settings: [(UInt16, UInt32)]) throws -> FrameClient {
        let client = try FrameClient(settings: settings + [(4, 1 << 20)])
        try client.send(.window(1 << 20))
        return client
    }

    /// The client's setting 9: no RFC 7540 priorities.
    @Test func `a more urgent stream is sent first`() throws {
        let client = try client(settings: [(9, 1)])
        try client.send(
            .get("/late", on: 1, [("priority", "u=6")]),
            .get("/usual", on: 3),
            .get("/urgent", on: 5, [("priority", "u=0")])
        )
        #expect(try ends(client, [1, 3, 5]) == [5, 3, 1])
    }

    @Test func `streams of equal urgency are sent in turn, incremental ones interleaved`() throws {
        for (priority, isByTurns) in [("u=2", false), ("u=2, i", true)] {
            let client = try client(settings: [(9, 1)])
            try client.send(
                .get("/1", on: 1, [("priority", priority)]),
                .get("/3", on: 3, [("priority", priority)])
            )
            for stream in [HTTP2StreamID(1), 3] {
                client.bodies[stream] = ([UInt8](repeating: 1, count: 60_000)[...], true)
                try client.session.respond(HTTPResponseHead(status: 200), on: stream, hasBody: true)
            }
            let order = try client.frames().filter { $0.kind == HTTP2Frame.Kind.data }.map(\.stream)
            #expect(Set(order) == [1, 3])
            #expect((order != order.sorted()) == isByTurns, "\(priority): \(order)")
        }
    }

    @Test func `a priority update takes effect on a pending response`() throws {
        let client = try client(settings: [(9, 1)])
        try client.send(.get("/1", on: 1), .get("/3", on: 3, [("priority", "u=5")]))
        try client.send(.priority(of: 3, "u=1"))
        #expect(try ends(client, [1, 3]) == [3, 1])
    }

    @Test func `RFC 7540 weights apply if the client does not disable them`() throws {
        let client = try client(settings: [])
        for (stream, weight) in [(HTTP2StreamID(1), UInt8(0)), (3, 255)] {
            try client.send(
                .get("/", on: stream),
                HTTP2Frame(HTTP2Frame.Kind.priority, stream: stream, [0, 0, 0, 0, weight])
            )
        }
        #expect(try ends(client, [1, 3]) == [3, 1])
    }
}
