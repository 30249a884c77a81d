import Testing

@testable import CacheClient

@Suite(.timeLimit(.minutes(1)))
struct DisplaySlotTests {
    static func bitmap(_ width: Int) throws -> Bitmap {
        try ProcessorTests.bitmap([UInt8](repeating: 0, count: width))
    }

    func wide(_ bench: PictureBench, _ path: String) throws -> Bitmap {
        try #require(bench.pipeline.held(bench.request(path))).bitmap
    }

    @Test func `a placeholder is displayed until the picture arrives`() throws {
        let bench = try PictureBench()
        defer { bench.stop() }
        let place = DisplayPlace(bench)
        bench.hold("/a")
        place.show("/a", .init(placeholder: try Self.bitmap(3)))
        #expect(place.slot.isLoading)
        #expect(place.diary.all == ["placeholder 3, loading"])
        bench.release("/a")
        #expect(place.diary.waits(for: "/a: shown"))
        #expect(place.diary.all == ["placeholder 3, loading", "picture 60", "/a: shown"])
        #expect(!place.slot.isLoading)
    }

    @Test func `a picture in memory is displayed synchronously without a placeholder`() throws {
        let bench = try PictureBench()
        defer { bench.stop() }
        let place = DisplayPlace(bench)
        place.show("/a")
        #expect(place.diary.waits(for: "/a: shown"))
        let before = place.diary.all.count
        place.show("/a", .init(placeholder: try Self.bitmap(3)))
        #expect(Array(place.diary.all.dropFirst(before)) == ["picture 60", "/a: shown"])
    }

    @Test @MainActor func `a memory hit is displayed at once on the main actor, too`() throws {
        let bench = try PictureBench()
        defer { bench.stop() }
        let place = DisplayPlace(bench)
        place.show("/a")
        #expect(place.diary.waits(for: "/a: shown"))
        place.slot.clear()
        place.show("/a")
        #expect(place.diary.all.suffix(2) == ["picture 60", "/a: shown"])
    }

    @Test func `an older picture that arrives late never replaces a newer one`() throws {
        let bench = try PictureBench()
        defer { bench.stop() }
        let place = DisplayPlace(bench)
        bench.hold("/a")
        place.show("/a")
        #expect(bench.waitForRequests(1))
        place.show("/b")
        #expect(place.diary.waits(for: "/b: shown"))
        bench.release("/a")
        #expect(place.diary.told == ["/a: replaced", "/b: shown"])
        #expect(place.slot.content == .picture(try wide(bench, "/b")))
    }

    @Test func `requesting the same picture again keeps its download`() throws {
        let bench = try PictureBench()
        defer { bench.stop() }
        let place = DisplayPlace(bench)
        bench.hold("/a")
        place.show("/a")
        #expect(bench.waitForRequests(1))
        for _ in 0..<3 { place.show("/a") }
        bench.release("/a")
        #expect(place.diary.waits(for: "/a: shown"))
        #expect(place.diary.told == ["/a: replaced", "/a: replaced", "/a: replaced", "/a: shown"])
        #expect(bench.server.seen.count == 1)
    }

    @Test func `two slots each show their own picture, in any order of arrival`() throws {
        let bench = try PictureBench()
        defer { bench.stop() }
        let (one, other) = (DisplayPlace(bench), DisplayPlace(bench))
        bench.hold("/a")
        one.show("/a")
        other.show("/b")
        #expect(other.diary.waits(for: "/b: shown"))
        #expect(one.slot.content == .empty)
        bench.release("/a")
        #expect(one.diary.waits(for: "/a: shown"))
        #expect(one.slot.content == .picture(try wide(bench, "/a")))
        #expect(other.slot.content == .picture(try wide(bench, "/b")))
    }

    @Test func `slots that share a picture are all answered, even when one cancels`() throws {
        let bench = try PictureBench()
        defer { bench.stop() }
        let places = (0..<3).map { _ in DisplayPlace(bench) }
        bench.hold("/a")
        for place in places { place.show("/a") }
        #expect(bench.waitForRequests(1))
        places[0].slot.cancel()
        bench.release("/a")
        for place in places.dropFirst() { #expect(place.diary.waits(for: "/a: shown")) }
        #expect(places[0].diary.told == ["/a: replaced"])
        #expect(bench.server.seen.count == 1)
    }

    @Test func `a cancelled picture can be requested again`() throws {
        let bench = try PictureBench()
        defer { bench.stop() }
        let place = DisplayPlace(bench)
        bench.hold("/a")
        place.show("/a")
        place.slot.cancel()
        place.show("/a")
        bench.release("/a")
        #expect(place.diary.waits(for: "/a: shown"))
        #expect(place.diary.told == ["/a: replaced", "/a: shown"])
    }

    @Test func `a slot shows the next picture after a success or a failure`() throws {
        let bench = try PictureBench()
        defer { bench.stop() }
        let place = DisplayPlace(bench)
        for path in ["/a", "/none", "/b", "/c"] {
            place.show(path)
            #expect(place.diary.waits(for: path + (path == "/none" ? ": failed" : ": shown")))
        }
        #expect(place.slot.content == .picture(try wide(bench, "/c")))
    }

    @Test func `a failed picture can be requested again`() throws {
        let bench = try PictureBench()
        defer { bench.stop() }
        let place = DisplayPlace(bench)
        place.show("/none")
        #expect(place.diary.waits(for: "/none: failed"))
        bench.set("/none", .init(body: try PictureBench.image(8)))
        place.show("/none")
        #expect(place.diary.waits(for: "/none: shown"))
    }

    @Test func `a failed load shows the failure image, or keeps the placeholder`() throws {
        let bench = try PictureBench()
        defer { bench.stop() }
        let place = DisplayPlace(bench)
        place.show("/none", .init(placeholder: try Self.bitmap(3), failure: try Self.bitmap(5)))
        #expect(place.diary.waits(for: "/none: failed"))
        #expect(place.diary.all == ["placeholder 3, loading", "failure 5", "/none: failed"])
        place.show("/missing", .init(placeholder: try Self.bitmap(3)))
        #expect(place.diary.waits(for: "/missing: failed"))
        #expect(place.diary.all.suffix(3) == ["placeholder 3, loading", "placeholder 3", "/missing: failed"])
    }

    @Test func `the current picture may stay until the next one arrives`() throws {
        let bench = try PictureBench()
        defer { bench.stop() }
        let place = DisplayPlace(bench)
        place.show("/a")
        #expect(place.diary.waits(for: "/a: shown"))
        bench.hold("/b")
        place.show("/b", .init(placeholder: try Self.bitmap(3), keepsCurrent: true))
        #expect(place.diary.all.last == "picture 60, loading")
        place.slot.cancel()
        #expect(place.diary.all.suffix(2) == ["picture 60", "/b: replaced"])
    }

    @Test func `a cleared slot shows nothing and answers its caller once`() throws {
        let bench = try PictureBench()
        defer { bench.stop() }
        let place = DisplayPlace(bench)
        bench.hold("/a")
        place.show("/a")
        place.slot.clear()
        place.slot.clear()
        bench.release("/a")
        bench.pipeline.shutdown()
        #expect(place.diary.all == ["empty, loading", "empty", "/a: replaced"])
        place.slot.clear(showing: try Self.bitmap(4))
        #expect(place.slot.content == .placeholder(try Self.bitmap(4)))
    }

    @Test func `a released slot ends its download and answers its caller`() throws {
        let bench = try PictureBench()
        defer { bench.stop() }
        bench.hold("/a")
        var place: DisplayPlace? = DisplayPlace(bench)
        let diary = try #require(place?.diary)
        place?.show("/a")
        #expect(bench.waitForRequests(1))
        place = nil
        #expect(diary.told == ["/a: replaced"])
        #expect(bench.pipeline.works.count == 0)
    }

    @Test func `a slot works without a completion handler and does not fetch a picture twice`() throws {
        let bench = try PictureBench()
        defer { bench.stop() }
        let place = DisplayPlace(bench)
        place.slot.show(bench.request("/a"))
        #expect(place.diary.waits(for: "picture 60"))
        place.slot.show(bench.request("/a"))
        #expect(place.diary.all == ["empty, loading", "picture 60", "picture 60"])
        #expect(bench.server.seen.count == 1)
    }

    @Test func `the slot's size applies unless the request has its own`() throws {
        let bench = try PictureBench()
        defer { bench.stop() }
        let place = DisplayPlace(bench)
        place.slot.target = TargetSize(width: 10, height: 10, scale: 2)
        place.show("/a")
        #expect(place.diary.waits(for: "picture 20"))
        var request = bench.request("/a")
        request.target = TargetSize(width: 30, height: 30)
        place.slot.show(request)
        #expect(place.diary.waits(for: "picture 30"))
        // A place without a layout has no size.
        place.slot.target = TargetSize(width: 0, height: 0)
        place.show("/b")
        #expect(place.diary.waits(for: "picture 60"))
    }
}
