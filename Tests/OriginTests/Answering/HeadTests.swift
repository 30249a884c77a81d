import HTTP
import Serving
import Testing

@testable import Origin

@Suite struct HeadTests {
    @Test func `a head contains only the requested fields`() throws {
        let bench = try AnsweringBench("files: { a.jpg: { image: jpeg, size: 1 kB }, b: { text: hi } }")
        let whole = try bench.ask("/a.jpg")
        #expect(whole.names == ["Content-Type", "Content-Length", "ETag"])
        #expect(whole.course == ResponseCourse() && whole.interim.isEmpty && whole.framing == .length)
        let text = try bench.ask("/b")
        #expect(text.head.fields["Content-Type"] == "text/plain; charset=utf-8" && text.text == "hi")
    }

    @Test func `the scenario's header fields and early hints are sent`() throws {
        let bench = try AnsweringBench(
            """
            lastModified: 2024-05-01
            cacheControl: "max-age=60, public"
            expires: 1 h
            age: 30 s
            vary: [Accept, Origin]
            headers: { Server: netlab, ETag: "\\"mine\\"" }
            cookies: { id: 7f3a, theme: { value: dark, path: /, domain: a.test, maxAge: 1 d, secure: true, httpOnly: true, sameSite: none } }
            earlyHints: ["</a.css>; rel=preload", "</b.css>; rel=preload"]
            files: { a.jpg: { image: jpeg, size: 1 kB } }
            """
        )
        let response = try bench.ask("/a.jpg")
        let fields = response.head.fields
        #expect(fields["Last-Modified"] == "Wed, 01 May 2024 00:00:00 GMT")
        #expect(fields["Cache-Control"] == "max-age=60, public")
        #expect(fields["Age"] == "30" && fields["Vary"] == "Accept, Origin")
        #expect(fields.values("ETag") == ["\"mine\""] && fields["Server"] == "netlab")
        #expect(
            fields.values("Set-Cookie") == [
                "id=7f3a",
                "theme=dark; Max-Age=86400; Domain=a.test; Path=/; Secure; HttpOnly; SameSite=None",
            ]
        )
        let zero = HTTPDate(secondsSince1970: 0)
        let date = try #require(response.date)
        let expires = try #require(fields["Expires"].flatMap { HTTPDate(parsing: $0, now: zero) })
        #expect((3599...3600).contains(expires.secondsSince1970 - date.secondsSince1970))
        #expect(response.interim.map(\.status) == [103])
        #expect(response.interim[0].fields.values("Link").count == 2)
    }

    @Test func `a 304 contains only its permitted fields`() throws {
        let bench = try AnsweringBench(
            "lastModified: 2024-05-01\ncacheControl: no-cache\nfiles: { a.jpg: { image: jpeg, size: 1 kB } }"
        )
        let tag = try #require(try bench.ask("/a.jpg").head.fields["ETag"])
        let held = try bench.ask("/a.jpg", ["If-None-Match": tag])
        #expect(held.head.status == 304 && held.names == ["ETag", "Last-Modified", "Cache-Control"])
    }

    @Test(arguments: [
        ("If-Modified-Since", "Wed, 01 May 2024 00:00:00 GMT", 304),
        ("If-Modified-Since", "Tue, 30 Apr 2024 23:59:59 GMT", 200),
        ("If-Unmodified-Since", "Tue, 30 Apr 2024 23:59:59 GMT", 412), ("If-Match", "\"other\"", 412),
        ("If-Match", "*", 200), ("If-None-Match", "*", 304),
    ])
    func `conditions are evaluated`(_ name: String, _ value: String, _ status: Int) throws {
        let bench = try AnsweringBench(
            "lastModified: 2024-05-01\nfiles: { a.jpg: { image: jpeg, size: 1 kB } }"
        )
        #expect(try bench.ask("/a.jpg", [name: value]).head.status == status)
        #expect(try bench.ask("/a.jpg", method: "HEAD", [name: value]).head.status == status)
    }

    @Test func `a changed file has new bytes, a new tag and a later date`() throws {
        let bench = try AnsweringBench(
            """
            lastModified: 2024-05-01
            files:
              a.jpg: { image: jpeg, size: 1 kB }
              b.json: { json: { a: 1 } }
              c.jpg: { image: jpeg, size: 1 kB, lastModified: { at: 2024-05-01, skew: 1 h } }
            """
        )
        for (file, isSame) in [("a.jpg", false), ("b.json", false), ("c.jpg", true)] {
            let before = try bench.ask("/\(file)")
            try bench.change(file)
            let after = try bench.ask("/\(file)")
            #expect((after.bytes == before.bytes) == isSame)
            #expect((after.head.fields["ETag"] == before.head.fields["ETag"]) == isSame)
            let date = isSame ? "Wed, 01 May 2024 01:00:00 GMT" : "Wed, 01 May 2024 00:01:00 GMT"
            #expect(after.head.fields["Last-Modified"] == date)
        }
        #expect(try bench.ask("/b.json").text == "{\"a\": 1}\n")
    }

    @Test func `text and JSON are compressed for clients that accept it, images never`() throws {
        let json = "{ list: [\(Array(repeating: "meow", count: 300).joined(separator: ", "))] }"
        let bench = try AnsweringBench(
            """
            compress: [br, gzip]
            files: { a.json: { json: \(json) }, b.jpg: { image: jpeg, size: 5 kB }, c: { text: hi, vary: Origin } }
            """
        )
        let plain = try bench.ask("/a.json")
        #expect(
            plain.head.fields["Content-Encoding"] == nil && plain.head.fields["Vary"] == "Accept-Encoding"
        )
        var tags = [plain.head.fields["ETag"]]
        for (accepted, coding) in [
            ("gzip, br", "br"), ("gzip", "gzip"), ("br;q=0.5, gzip", "gzip"), ("zstd", nil), ("br;q=0", nil),
        ] {
            let response = try bench.ask("/a.json", ["Accept-Encoding": accepted])
            #expect(response.head.fields["Content-Encoding"] == coding)
            #expect((response.body.count < plain.body.count) == (coding != nil))
            #expect(response.head.fields["Content-Length"] == "\(response.body.count)")
            tags.append(response.head.fields["ETag"])
        }
        #expect(Set(tags).count == 3)
        let image = try bench.ask("/b.jpg", ["Accept-Encoding": "gzip, br"])
        #expect(image.names == ["Content-Type", "Content-Length", "ETag"])
        #expect(try bench.ask("/c").head.fields["Vary"] == "Origin, Accept-Encoding")
    }
}
