import Testing

@testable import HTTP

@Suite struct MediaTypeTests {
    @Test(arguments: [
        ("index.html", "text/html; charset=utf-8"), ("A.HTML", "text/html; charset=utf-8"),
        ("a.tar.gz", "application/gzip"), ("a.min.js", "text/javascript; charset=utf-8"),
        ("a.json", "application/json"), ("photo.JPG", "image/jpeg"), ("photo.heic", "image/heic"),
        ("live.m3u8", "application/vnd.apple.mpegurl"), ("seg1.ts", "video/mp2t"), ("x.svg", "image/svg+xml"),
        ("apple-app-site-association", "application/json"), ("README", "text/plain; charset=utf-8"),
        ("noending", "application/octet-stream"), ("a.unknown", "application/octet-stream"),
        ("html", "application/octet-stream"), (".html", "text/html; charset=utf-8"),
        ("a.", "application/octet-stream"),
        ("", "application/octet-stream"),
    ])
    func `the file name determines the media type`(name: String, type: String) {
        #expect(MediaType.of(Array(name.utf8)) == type)
    }

    @Test func `a name that is not text has an unknown type`() {
        #expect(MediaType.of([0xFF, 0x2E, 0xFE]) == MediaType.unknown)
    }
}
