import Glibc
import HTTP
import LinuxIO
import TestSupport
import Testing

@testable import Origin

@Suite(.timeLimit(.minutes(1))) struct FolderSiteTests {
    private let bench: FolderBench

    init() throws {
        bench = try FolderBench()
    }

    private static let places: [(String, String, String)] = [
        ("/a.txt", FolderBench.text, "text/plain; charset=utf-8"),
        ("/within", FolderBench.text, "application/octet-stream"),
        ("/page/", "<p>page", "text/html; charset=utf-8"),
        ("//a.txt", FolderBench.text, "text/plain; charset=utf-8"),
        ("/a%20b/%C3%A4%25.txt", "umlaut", "text/plain; charset=utf-8"),
        ("/a.txt?x=/..", FolderBench.text, "text/plain; charset=utf-8"),
        ("/.well-known/x.json", "{}", "application/json"),
        ("http://o/a.txt", FolderBench.text, "text/plain; charset=utf-8"),
        ("/empty", "", "application/octet-stream"),
    ]

    @Test(arguments: places)
    func `files are served with their media type`(target: String, content: String, type: String) throws {
        try bench.serving { client, _ throws in
            let response = try bench.fetch(client, target)
            #expect(response.head.status == 200)
            #expect(response.text == content && response.isComplete)
            #expect(response.head.fields["Content-Type"] == type)
            #expect(response.head.fields["Accept-Ranges"] == "bytes")
            #expect(response.head.fields["Last-Modified"] != nil && response.head.fields["Date"] != nil)
        }
    }

    @Test func `a listing stops at 10,000 entries and says so`() throws {
        mkdir(bench.scratch.file("in/many"), 0o755)
        for number in 0..<10_000 { try bench.scratch.write("in/many/\(number)", "") }
        let settings = FolderSettings(lists: true)
        try bench.serving(settings) { client, _ throws in
            #expect(try !bench.fetch(client, "/many/").text.contains("More than 10,000"))
        }
        try bench.scratch.write("in/many/last", "")
        try bench.serving(settings) { client, _ throws in
            let page = try bench.fetch(client, "/many/").text
            #expect(page.contains("More than 10,000 entries: the rest is not shown."))
            #expect(page.ranges(of: "<tr").count < 10_010)
        }
    }

    private static let hostile: [String] = [
        "/../secret", "/..", "/%2e%2e/secret", "/%2E%2E%2Fsecret", "/..%2fsecret", "/sub/../../secret",
        "/sub/%2e%2e/%2e%2e/secret", "/....//secret", "/..%5csecret", "/%252e%252e/secret", "/out",
        "/up/secret",
        "/up/in/a.txt", "/%00", "/a.txt%00.jpg", "//etc/passwd", "/%2fetc%2fpasswd", "/pipe", "/a.txt/",
        "/a.txt/x",
        "/.env", "/.git/config", "/%2eenv", "/nothing", "/sub/", "/%c0%ae%c0%ae/secret", "/%zz",
        "http://o/../secret", "/fixture/../../secret", "/./../secret",
        "/" + String(repeating: "x", count: 5000),
    ]

    @Test(arguments: hostile)
    func `nothing outside the folder or hidden is served, however the path is spelled`(target: String) throws
    {
        try bench.serving { client, _ throws in
            for method in ["GET", "HEAD"] {
                let response = try bench.fetch(client, target, method: method)
                #expect([400, 404].contains(response.head.status), "\(response.head.status)")
                #expect(!response.text.contains("secret") && !response.text.contains(bench.scratch.path))
            }
            // The next request is served on the same connection.
            #expect(try bench.fetch(client, "/a.txt").text == FolderBench.text)
        }
    }

    @Test(arguments: ["/./a.txt", "/sub/../a.txt", "/nothing/%2e%2E/./a.txt", "/sub/x/../../a.txt"])
    func `dot segments are resolved within the folder`(target: String) throws {
        try bench.serving { client, _ throws in
            #expect(try bench.fetch(client, target).text == FolderBench.text)
        }
    }

    @Test func `hidden files are served if enabled`() throws {
        try bench.serving(FolderSettings(lists: true, showsHidden: true)) { client, _ throws in
            #expect(try bench.fetch(client, "/.env").text == "KEY=1")
            #expect(try bench.fetch(client, "/.git/").text.contains("config"))
            #expect(try bench.fetch(client, "/").text.contains(".env"))
        }
    }

    @Test(arguments: [
        ("/page", "/page/"), ("/page?a=1", "/page/?a=1"), ("//page", "/page/"), ("/a%20b", "/a%20b/"),
    ])
    func `a folder without a trailing slash redirects temporarily`(target: String, place: String) throws {
        try bench.serving { client, _ throws in
            let response = try bench.fetch(client, target)
            #expect(response.head.status == 307)
            #expect(response.head.fields["Location"] == place)
        }
    }

    @Test func `a folder is listed only if enabled, without unavailable entries`() throws {
        try bench.serving { client, _ throws in
            #expect(try bench.fetch(client, "/").head.status == 404)
        }
        try bench.serving(FolderSettings(lists: true)) { client, _ throws in
            let page = try bench.fetch(client, "/")
            #expect(page.head.fields["Content-Type"] == "text/html; charset=utf-8")
            #expect(page.text.contains(#"<a href="a%20b/">a b/</a>"#))
            #expect(
                page.text.contains(#"<a href="a.txt">a.txt</a></td><td>10 B</td><td>2017-07-14 02:40</td>"#)
            )
            for name in ["out", "up", "pipe", ".env", ".git"] {
                #expect(!page.text.contains(">\(name)<"), "\(name)")
            }
            let document = try bench.fetch(client, "/sub/", ["Accept": "application/json"])
            #expect(document.head.fields["Content-Type"] == "application/json")
            #expect(document.head.fields["Vary"] == "Accept")
            #expect(document.text.contains(#""path": "/sub/""#))
            #expect(try bench.fetch(client, "/page/", ["Accept": "application/json"]).text == "<p>page")
            #expect(
                try bench.fetch(client, "/", method: "HEAD").head.fields["Content-Length"]
                    == "\(page.content.count)"
            )
        }
    }

    @Test(arguments: [("OPTIONS", 204), ("POST", 405), ("PUT", 405), ("DELETE", 405), ("PROPFIND", 405)])
    func `other methods get the allowed methods`(method: String, status: Int) throws {
        try bench.serving { client, _ throws in
            let response = try bench.fetch(client, "/a.txt", method: method)
            #expect(response.head.status == status)
            #expect(response.head.fields["Allow"] == "GET, HEAD, OPTIONS")
        }
    }

    @Test func `files and fixtures of the origin are served next to the folder`() throws {
        try bench.serving { client, _ throws in
            #expect(try bench.fetch(client, "/made.jpg").content.count == 5000)
            let wrong = try bench.fetch(client, "/fixture/png/3x")
            #expect(wrong.head.status == 400 && wrong.text.contains("/fixture/"))
            mkdir(bench.scratch.file("in/fixture"), 0o755)
            try bench.scratch.write("in/fixture/own.txt", "own")
            #expect(try bench.fetch(client, "/fixture/own.txt").text == "own")
            #expect(try bench.fetch(client, "/fixture/png/3000").content.count == 3000)
        }
    }

    @Test(.enabled(if: !Machine.isRoot, "root may read everything"))
    func `an unreadable file gives 403`() throws {
        chmod(bench.scratch.file("in/a.txt"), 0)
        try bench.serving { client, _ throws in
            #expect(try bench.fetch(client, "/a.txt").head.status == 403)
        }
    }
}
