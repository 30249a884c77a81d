import Fixtures
import Glibc
import HTTP
import Images
import LinuxIO
import Logs
import Scenarios
import Serving
import TestSupport
import Testing
import Wire

@testable import Origin

@Suite(.timeLimit(.minutes(2))) struct OriginServerTests {
    private static let files: [OriginFile] = [
        OriginFile(name: "small.jpg", image: .jpeg, size: 125_724),
        OriginFile(name: "a b/c.png", image: .png, size: 5000, delay: 3_000_000),
    ]

    /// Runs an origin around a test and returns its log.
    @discardableResult
    private func origin(
        _ etag: StatedValue<EntityTagStrength> = .value(.strong),
        _ body: (OriginServer) throws -> Void
    ) throws -> [OriginLogEntry] {
        var settings = OriginSettings(files: Self.files)
        settings.behaviour.etag = etag
        let server = try OriginServer(
            configuration: OriginConfiguration(seed: 47, settings: settings),
            drawing: LibraryDrawing(),
            listener: Listener(address: "127.0.0.1"),
            clock: RunClock()
        )
        try server.start()
        defer { server.stop() }
        try body(server)
        return server.stop()
    }

    private func fetch(
        _ client: LoopbackClient,
        _ target: String,
        method: String = "GET",
        ifNoneMatch: String? = nil
    ) throws -> LoopbackClient.Response {
        var head = HTTPRequestHead(method: method, target: target, fields: ["Host": "o"])
        head.fields["If-None-Match"] = ifNoneMatch
        try client.send(head.serialised())
        return try #require(try client.response(to: method))
    }

    @Test func `a file is served whole with a lean head`() throws {
        let log = try origin { server in
            let client = try LoopbackClient(port: server.port)
            let response = try fetch(client, "/small.jpg")
            #expect(response.head.status == 200)
            #expect(response.head.fields.map(\.name) == ["Content-Type", "Content-Length", "ETag", "Date"])
            #expect(response.head.fields["Content-Type"] == "image/jpeg")
            let expected = try FixtureImage.make(
                .jpeg,
                bytes: 125_724,
                seed: 47,
                name: "small.jpg",
                version: 1
            )
            #expect(response.content == expected)
            let tag = try #require(EntityTag(parsing: response.head.fields["etag"] ?? ""))
            #expect(!tag.isWeak && tag.description.utf8.count <= 32)
            #expect(
                HTTPDate(parsing: response.head.fields["date"] ?? "", now: HTTPDate(secondsSince1970: 0))
                    != nil
            )
        }
        #expect(log.count == 1)
        #expect(log.first?.bodyBytes == 125_724)
        #expect(log.first?.target == "/small.jpg")
    }

    @Test func `HEAD has the header fields of GET and no body`() throws {
        try origin { server in
            let client = try LoopbackClient(port: server.port)
            let head = try fetch(client, "/small.jpg", method: "HEAD")
            let get = try fetch(client, "/small.jpg")
            #expect(head.content.isEmpty)
            #expect(head.head.fields["Content-Length"] == "125724")
            #expect(head.head.fields["ETag"] == get.head.fields["ETag"])
        }
    }

    @Test(arguments: [.value(.strong), .value(.weak), .absent] as [StatedValue<EntityTagStrength>])
    func `a client with a current copy gets 304 without a body`(
        etag: StatedValue<EntityTagStrength>
    ) throws {
        let log = try origin(etag) { server in
            let client = try LoopbackClient(port: server.port)
            let tag = try fetch(client, "/small.jpg").head.fields["ETag"]
            #expect((tag == nil) == (etag == .absent))
            #expect((tag?.hasPrefix("W/") ?? false) == (etag == .value(.weak)))
            #expect(try fetch(client, "/small.jpg", ifNoneMatch: "*").head.status == 304)
            #expect(try fetch(client, "/small.jpg", ifNoneMatch: "\"other\"").head.status == 200)
            guard let tag else { return }
            let strong = tag.replacing("W/", with: "")
            for held in [tag, strong, "W/" + strong, "\"x\", \(tag)", "junk, \(tag)"] {
                let response = try fetch(client, "/small.jpg", ifNoneMatch: held)
                #expect(response.head.status == 304)
                #expect(response.content.isEmpty)
                #expect(response.head.fields["ETag"] == tag)
                #expect(response.head.fields["Content-Length"] == nil)
                #expect(response.headBytes <= 157)
                #expect(try fetch(client, "/small.jpg", method: "HEAD", ifNoneMatch: held).head.status == 304)
            }
        }
        #expect(log[1].ifNoneMatch == "*")
        #expect(log[1].status == 304 && log[1].bodyBytes == 0)
    }

    @Test func `a changed file has new bytes and a new tag, other files keep theirs`() throws {
        try origin { server in
            let client = try LoopbackClient(port: server.port)
            let before = try fetch(client, "/small.jpg")
            let other = try fetch(client, "/a%20b/c.png")
            try server.change(["small.jpg"])
            let after = try fetch(client, "/small.jpg", ifNoneMatch: before.head.fields["ETag"])
            #expect(after.head.status == 200)
            #expect(after.content.count == before.content.count && after.content != before.content)
            #expect(after.head.fields["ETag"] != before.head.fields["ETag"])
            #expect(
                try fetch(client, "/a%20b/c.png", ifNoneMatch: other.head.fields["ETag"]).head.status == 304
            )
            let unknown = OriginError.unknownFile("x", known: ["small.jpg", "a b/c.png"])
            #expect(throws: unknown) { try server.change(["small.jpg", "x"]) }
            #expect(try fetch(client, "/small.jpg").content == after.content)
        }
    }

    @Test func `files may change while they are served`() throws {
        try origin { server in
            let changing = try WorkerThread(name: "changing") {
                for _ in 0..<20 { try? server.change(["a b/c.png"]) }
            }
            defer { changing.join() }
            let client = try LoopbackClient(port: server.port)
            for _ in 0..<20 {
                let response = try fetch(client, "/a%20b/c.png")
                let digest = ContentDigest.text(ContentDigest.of(response.content))
                #expect(response.head.fields["ETag"] == "\"\(digest)\"")
            }
        }
    }

    @Test func `a file's own delay is in the log`() throws {
        let log = try origin { server in
            _ = try fetch(LoopbackClient(port: server.port), "/a%20b/c.png?query")
        }
        let entry = try #require(log.first)
        #expect(try #require(entry.responseFirstByte) - entry.requestLastByte >= 3_000_000)
    }

    @Test(arguments: [("300KiB", 307_200), ("300kB", 300_000), ("1000B", 1000), ("1MiB", 1_048_576)])
    func `a fixture size may have a unit and gives the same bytes as plain bytes`(spelt: String, size: Int)
        throws
    {
        try origin { server in
            let client = try LoopbackClient(port: server.port)
            let fixture = try fetch(client, "/fixture/jpeg/\(spelt)")
            #expect(fixture.content.count == size)
            #expect(try fetch(client, "/fixture/jpeg/\(size)").content == fixture.content)
        }
    }

    @Test(arguments: [("jpeg", 310_448), ("png", 300_000), ("jpeg", 400), ("webp", 5000), ("gif", 5000)])
    func `a fixture is generated on request and is always the same`(kind: String, size: Int) throws {
        try origin { server in
            let client = try LoopbackClient(port: server.port)
            let first = try fetch(client, "/fixture/\(kind)/\(size)")
            #expect(first.head.status == 200)
            #expect(first.head.fields["Content-Type"] == "image/\(kind)")
            #expect(first.content.count == size)
            #expect(throws: Never.self) { try ImageDecoder.decode(first.content) }
            #expect(try fetch(client, "/fixture/\(kind)/\(size)").content == first.content)
            #expect(try fetch(client, "/fixture/\(kind)/\(size)?seed=47").content == first.content)
            #expect(try fetch(client, "/fixture/\(kind)/\(size)?seed=7").content != first.content)
        }
    }

    @Test func `other requests are served while a large fixture is made, and stopping cancels it`()
        throws
    {
        let log = try origin { server in
            let patient = try LoopbackClient(port: server.port)
            let options = HTTPRequestHead(method: "OPTIONS", target: "*", fields: ["Host": "o"])
            let large = HTTPRequestHead(
                method: "GET",
                target: "/fixture/jpeg/10000x5000",
                fields: ["Host": "o"]
            )
            // In one piece: when the first is answered, the second has been received.
            try patient.send(options.serialised() + large.serialised())
            #expect(try patient.response(to: "OPTIONS")?.head.status == 204)
            let other = try LoopbackClient(port: server.port)
            #expect(try fetch(other, "/small.jpg").head.status == 200)
            #expect(try fetch(other, "/fixture/jpeg/1000").content.count == 1000)
        }
        #expect(log.map(\.target) == ["*", "/small.jpg", "/fixture/jpeg/1000", log.last?.target])
        #expect(log.last?.target.hasPrefix("/fixture/jpeg/10000x5000") == true)
        #expect(log.last?.status == 0 && log.last?.responseFirstByte == nil)
    }

    @Test(arguments: [
        ("GET", "/", 404, "no such file"), ("GET", "/missing.jpg", 404, "no such file"),
        ("GET", "/fixture/bmp/1000", 400, "`bmp`"), ("GET", "/fixture/jpeg/", 400, "neither a size"),
        ("GET", "/fixture/jpeg/-5", 400, "`-5`"), ("GET", "/fixture/jpeg/1e3", 400, "`1e3`"),
        ("GET", "/fixture/jpeg/99999999999999999999", 400, "neither a size"),
        ("GET", "/fixture/jpeg/300Kib", 400, "300KiB"), ("GET", "/fixture/jpeg/KiB", 400, "300KiB"),
        ("GET", "/fixture/jpeg/9000000000000000000MiB", 400, "300KiB"),
        ("GET", "/fixture/jpeg/1000?sead=7", 400, "`sead`"),
        ("GET", "/fixture/jpeg/1000?seed=-7", 400, "`seed` cannot be `-7`"),
        ("GET", "/fixture/jpeg/10", 400, "at least 400"), ("GET", "/fixture/png/64000001", 400, "64000000"),
        ("GET", "/small.jpg/", 404, "no such file"), ("GET", "/%", 404, "no such file"),
        ("POST", "/small.jpg", 405, "GET, HEAD and OPTIONS"),
        ("DELETE", "/missing", 405, "GET, HEAD and OPTIONS"),
        ("CONNECT", "o:443", 405, "GET, HEAD and OPTIONS"),
    ])
    func `an invalid request gets a short explanation`(
        method: String,
        target: String,
        status: Int,
        words: String
    ) throws {
        let log = try origin { server in
            let client = try LoopbackClient(port: server.port)
            let response = try fetch(client, target, method: method)
            #expect(response.head.status == status)
            #expect(response.text.contains(words))
            #expect((response.head.fields["Allow"] == "GET, HEAD, OPTIONS") == (status == 405))
            #expect(try fetch(client, "http://o/small.jpg").head.status == 200)
        }
        #expect(log.map(\.status) == [status, 200])
    }

    @Test func `bytes that are not a request are logged`() throws {
        let log = try origin { server in
            let client = try LoopbackClient(port: server.port)
            try client.send("GET /small.jpg HTTP/1.1\r\n\r\n")
            #expect(try client.response()?.head.status == 400)
        }
        #expect(log.map(\.status) == [400])
        #expect(log.map(\.method) == [""])
    }

    @Test func `an image that cannot be made is reported with its file`() throws {
        let file = OriginFile(name: "tiny.jpg", image: .jpeg, size: 5)
        let error = OriginError.image(
            file: "tiny.jpg",
            .tooSmall(.jpeg, asked: 5, minimum: FixtureLimits(.jpeg).smallest)
        )
        #expect(throws: error) {
            try OriginServer(
                configuration: OriginConfiguration(seed: 1, settings: OriginSettings(files: [file])),
                drawing: LibraryDrawing(),
                listener: Listener(address: "127.0.0.1"),
                clock: RunClock()
            )
        }
    }

    @Test func `without a drawing library an image is an error before the origin starts`() throws {
        let files = [
            OriginFile(name: "a.txt", content: .text("a")),
            OriginFile(name: "b.jpg", image: .jpeg, size: 5000),
        ]
        let configuration = OriginConfiguration(seed: 1, settings: OriginSettings(files: files))
        #expect(throws: OriginError.undrawn(file: "b.jpg")) {
            try OriginServer(
                configuration: configuration,
                drawing: nil,
                listener: Listener(address: "127.0.0.1"),
                clock: RunClock()
            )
        }
    }

    @Test(.enabled(if: access("/usr/bin/curl", X_OK) == 0, "needs /usr/bin/curl"))
    func `curl downloads a file and gets 304 with its tag`() throws {
        let log = try origin { server in
            let url = "http://127.0.0.1:\(server.port)/small.jpg"
            let script =
                "t=$(curl -sS -o /dev/null -w '%header{etag}' \(url)) && curl -sS -f -H \"If-None-Match: $t\" \(url)"
            #expect(system(script) == 0)
        }
        #expect(log.map(\.status) == [200, 304])
    }
}
