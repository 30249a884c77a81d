import Foundation
import TestSupport
import Testing

/// Needs no rights.
@Suite(.timeLimit(.minutes(3)))
struct `netlab serve` {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try FileManager.default.createDirectory(
            atPath: folder.file("site/sub"),
            withIntermediateDirectories: true
        )
        try folder.write("secret", "secret")
        try folder.write("site/a.txt", "0123456789")
        try folder.write("site/sub/index.html", "<p>page")
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("site/out"),
            withDestinationPath: "../secret"
        )
        try Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0) }).write(
            to: URL(fileURLWithPath: folder.file("site/big.bin"))
        )
    }

    @Test func `serves a folder whole, in ranges and with conditional requests`() throws {
        let server = try Server("site", in: folder)
        #expect(server.url.hasPrefix("http://127.0.0.1:"))
        #expect(try server.curl("big.bin", "-o", "got.bin", in: folder).status == 0)
        #expect(
            FileManager.default.contentsEqual(
                atPath: folder.file("site/big.bin"),
                andPath: folder.file("got.bin")
            )
        )
        #expect(try server.curl("a.txt", "-r", "2-4", in: folder).output == "234")
        // A download that is resumed.
        try Data(contentsOf: URL(fileURLWithPath: folder.file("site/big.bin"))).prefix(100_000)
            .write(to: URL(fileURLWithPath: folder.file("part.bin")))
        #expect(try server.curl("big.bin", "-C", "-", "-o", "part.bin", in: folder).status == 0)
        #expect(
            FileManager.default.contentsEqual(
                atPath: folder.file("site/big.bin"),
                andPath: folder.file("part.bin")
            )
        )
        for _ in 0..<2 {
            _ = try server.curl(
                "a.txt",
                "--etag-save",
                "tag",
                "--etag-compare",
                "tag",
                "-o",
                "held",
                "-w",
                "%{http_code}",
                in: folder
            )
        }
        #expect(try server.curl("sub", "-L", in: folder).output == "<p>page")
        #expect(try server.curl("a.txt", "-I", in: folder).output.contains("Content-Length: 10\r\n"))
        let output = try server.stop()
        #expect(output.status == 0)
        #expect(output.output == server.url + "\n")
        for words in [
            "serving the folder site", #""GET /a.txt HTTP/1.1" 206 3 "-" "curl/"#, #"" 304 0 "#,
            #""HEAD /a.txt"#,
        ] {
            #expect(output.errors.contains(words), "\(words): \(output.errors)")
        }
        #expect(output.errors.contains("answered 8 requests with "), "\(output.errors)")
    }

    @Test(arguments: [
        "../secret", "%2e%2e/secret", "..%2fsecret", "sub/../../secret", "out", ".hidden",
        "a.txt/../../secret", "%00",
    ])
    func `serves nothing outside of the folder`(path: String) throws {
        let server = try Server("site", "--list", in: folder)
        let answer = try server.curl(path, "-w", " %{http_code}", in: folder)
        #expect(answer.output.hasSuffix(" 404") || answer.output.hasSuffix(" 400"), "\(answer.output)")
        #expect(!answer.output.contains("secret"))
        #expect(try server.stop().status == 0)
    }

    @Test(.enabled(if: Program.find("apt-get") != nil, "needs apt"))
    func `serves a folder of packages as a flat apt repository`() throws {
        let packages = """
            Package: netlab-none
            Version: 1.2
            Architecture: all
            Maintainer: Nobody <nobody@example.com>
            Filename: ./none.deb
            Size: 1
            SHA256: 2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881
            Description: nothing

            """
        try folder.write("site/Packages", packages)
        let server = try Server("site", "--quiet", in: folder)
        try folder.write("sources.list", "deb [trusted=yes] \(server.url) ./\n")
        let output = try Program(
            "/bin/sh",
            [
                "-c",
                """
                mkdir -p state/lists/partial cache/archives/partial
                set -- -o Dir::Etc::SourceList="$PWD/sources.list" -o Dir::Etc::SourceParts=/dev/null \\
                    -o Dir::State="$PWD/state" -o Dir::Cache="$PWD/cache" -o APT::Sandbox::User="$(id -un)" \\
                    -o Acquire::http::Proxy=DIRECT
                apt-get "$@" update && apt-cache "$@" policy netlab-none
                """,
            ],
            in: folder.path
        ).run()
        #expect(output.output.contains("Candidate: 1.2"), "\(output.output) \(output.errors)")
        _ = try server.stop()
    }

    @Test func `lists a folder as HTML and as JSON`() throws {
        let server = try Server("site", "--list", "--quiet", in: folder)
        #expect(
            try server.curl("", in: folder).output.contains(
                #"<a href="big.bin">big.bin</a></td><td>300,000 B</td>"#
            )
        )
        let json = try server.curl("", "-H", "Accept: application/json", in: folder).output
        let document = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
        let names = (document?["entries"] as? [[String: Any]])?.compactMap { $0["name"] as? String }
        #expect(names == ["sub", "a.txt", "big.bin"])
        let output = try server.stop()
        #expect(output.errors == "")
    }

    @Test func `without a folder serves images of any size and logs JSON lines`() throws {
        let server = try Server("--log", "json", "--delay", "20ms", in: folder)
        #expect(
            try server.curl("fixture/jpeg/123456", "-o", "a.jpg", "-w", "%{size_download}", in: folder).output
                == "123456"
        )
        let output = try server.stop()
        let lines = output.output.split(separator: "\n").map { line in
            (try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]) ?? [:]
        }
        #expect(lines.count == 2)
        #expect(lines.first?["schema"] as? String == "netlab.serve/1")
        #expect(lines.first?["folder"] is NSNull)
        #expect(lines.last?["target"] as? String == "/fixture/jpeg/123456")
        #expect(lines.last?["bodyBytes"] as? Int == 123_456)
        #expect(lines.last?["durationNs"] as? Int ?? 0 >= 20_000_000)
    }

    @Test func `serves HTTPS trusted only through the exported authority`() throws {
        let server = try Server("site", "--tls", "--ca", "ca.pem", in: folder)
        #expect(server.url.hasPrefix("https://127.0.0.1:"))
        let usual = ["-sS", "--max-time", "60", "--cacert", "ca.pem"]
        for host in ["127.0.0.1", "localhost"] {
            let curl = Program(
                "/usr/bin/curl",
                usual + ["https://\(host):\(server.port)/a.txt"],
                in: folder.path
            )
            #expect(try curl.run().output == "0123456789", "\(host)")
        }
        let version = ["-w", " %{http_version}", "https://localhost:\(server.port)/a.txt"]
        #expect(try Program("/usr/bin/curl", usual + version, in: folder.path).run().output == "0123456789 2")
        #expect(try server.curl("a.txt", in: folder).status == 60)
        let output = try server.stop()
        #expect(output.status == 0)
        #expect(output.errors.contains("HTTPS failed once"), "\(output.errors)")
        #expect(try !String(contentsOfFile: folder.file("ca.pem"), encoding: .utf8).contains("PRIVATE"))
    }

    @Test func `reports a port in use and unusable arguments`() throws {
        let server = try Server("site", in: folder)
        for line in [[], ["--profile", "dsl"]] {
            let arguments = ["serve", "site", "--port", server.port] + line
            let second = try Program(Netlab.path, arguments, in: folder.path).run()
            #expect(second.status == 3)
            #expect(second.errors.contains("the port is in use"), "\(second.errors)")
            #expect(second.output == "")
        }
        #expect(try server.stop().status == 0)
        for (words, status, message) in [
            (["site/a.txt"], Int32(2), "netlab serve site"), (["nowhere"], 2, "no such folder"),
            (["site", "--bind", "203.0.113.9"], 3, "no interface"),
            (["site", "--ui-port", "x"], 1, "--ui-port"),
            (["site", "--ca", "no/such/place.pem", "--tls"], 3, "no/such/place.pem"),
        ] {
            let output = try Program(Netlab.path, ["serve"] + words, in: folder.path).run()
            #expect(output.status == status, "\(words)")
            #expect(output.errors.contains(message), "\(output.errors)")
        }
    }

    @Test func `warns when other machines can reach it`() throws {
        let server = try Server("site", "--bind", "0.0.0.0", in: folder)
        #expect(try server.curl("a.txt", in: folder).output == "0123456789")
        #expect(try server.stop().errors.contains("warning: everyone who reaches this machine"))
    }
}
