import Foundation
import TestSupport
import Testing

/// Needs no rights.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct `A server behind a line` {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    /// Seconds that curl took, and bytes that it received.
    private func download(_ path: String, from server: Server) throws -> (seconds: Double, bytes: Int) {
        let words = try server.curl(path, "-o", "got", "-w", "%{time_total} %{size_download}", in: folder)
            .output
            .split(separator: " ")
        return (Double(words.first ?? "") ?? 0, Int(words.last ?? "") ?? 0)
    }

    /// The access log's entries, after the document.
    private func entries(_ output: String) throws -> [[String: Any]] {
        try output.split(separator: "\n").dropFirst().compactMap {
            try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }
    }

    @Test func `sends no faster than the link, and logs when the link took the response`() throws {
        let server = try Server("--profile", "dsl", "--log", "json", in: folder)
        let got = try download("fixture/jpeg/100000", from: server)
        #expect(got.bytes == 100_000)
        // 2 Mbit/s: the line may be late, but never early.
        #expect(got.seconds >= 100_000 * 8 / 2e6, "\(got.seconds)")
        let output = try server.stop()
        #expect(output.status == 0)
        let entry = try entries(output.output).last
        #expect(entry?["bodyBytes"] as? Int == 100_000)
        let (first, last) = (entry?["requestFirstByteNs"] as? Int, entry?["responseLastByteNs"] as? Int)
        // The line received the data long before the client.
        #expect((last ?? .max) - (first ?? 0) < 400_000_000)
        #expect(output.errors.contains("nlc/dsl"), "\(output.errors)")
    }

    @Test(arguments: [[], ["--tls"]])
    func `logs the time until a response reached its client`(_ options: [String]) throws {
        let line = ["--set", "link.down.rate=2Mbit/s", "--set", "link.up.rate=2Mbit/s"]
        let server = try Server(arguments: line + options + ["--log", "json"], in: folder)
        let file = server.url + "fixture/jpeg/100000"
        let got = try server.curl("none", "-k", "-o", "got", "-o", "none", file, in: folder)
        #expect(got.status == 0, "\(got.errors)")
        let logged = try entries(server.stop().output)
        #expect(logged.compactMap { $0["status"] as? Int } == [200, 404])
        #expect(logged.first?["durationNs"] as? Int ?? 0 >= 400_000_000)
    }

    @Test func `logs a response as cut short when the client gives up`() throws {
        let server = try Server(
            "--set",
            "link.down.rate=100kbit/s",
            "--set",
            "link.up.rate=1Mbit/s",
            in: folder
        )
        #expect(try server.curl("fixture/jpeg/100000", "-m", "1", "-o", "got", in: folder).status == 28)
        let output = try server.stop()
        #expect(output.errors.contains(#" 200 100000 "-" "curl/"#), "\(output.errors)")
        #expect(output.errors.contains("\" -\n"), "\(output.errors)")
        #expect(output.errors.contains("1 cut short"), "\(output.errors)")
    }

    @Test func `uses the scenario's link unless another is named`() throws {
        let server = try Server("dsl", "--json", in: folder)
        #expect(try server.curl("small.jpg", "-o", "small.jpg", in: folder).status == 0)
        let output = try server.stop()
        let document = try JSONSerialization.jsonObject(with: Data(output.output.utf8)) as? [String: Any]
        #expect((document?["link"] as? [String: Any])?["profile"] as? String == "nlc/dsl")
        #expect(document?["scenario"] as? String == "dsl")
        let size = try FileManager.default.attributesOfItem(atPath: folder.file("small.jpg"))[.size] as? Int
        #expect(size == 125_724)
    }

    @Test func `refuses loss unless requested as delay`() throws {
        let refused = try Netlab.run("serve", "--profile", "nlc/very-bad", in: folder)
        #expect(refused.status == 3)
        #expect(refused.errors.contains("--loss-as-delay"), "\(refused.errors)")
        let server = try Server("--profile", "nlc/very-bad", "--loss-as-delay", in: folder)
        #expect(try download("fixture/jpeg/5000", from: server).bytes == 5000)
        #expect(try server.stop().status == 0)
    }
}
