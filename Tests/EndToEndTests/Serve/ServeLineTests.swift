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

    /// In seconds: how long curl took, and what it got.
    private func download(_ path: String, from server: Server) throws -> (seconds: Double, bytes: Int) {
        let words = try server.curl(path, "-o", "got", "-w", "%{time_total} %{size_download}", in: folder)
            .output
            .split(separator: " ")
        return (Double(words.first ?? "") ?? 0, Int(words.last ?? "") ?? 0)
    }

    @Test func `sends no faster than the line does, and knows who asked`() throws {
        let server = try Server("--profile", "dsl", "--log", "json", in: folder)
        let got = try download("fixture/jpeg/100000", from: server)
        #expect(got.bytes == 100_000)
        // 2 Mbit/s: the line may be late, but never early.
        #expect(got.seconds >= 100_000 * 8 / 2e6, "\(got.seconds)")
        let output = try server.stop()
        #expect(output.status == 0)
        let line = output.output.split(separator: "\n").last.map { Data($0.utf8) } ?? Data()
        let entry = try JSONSerialization.jsonObject(with: line) as? [String: Any]
        #expect(entry?["bodyBytes"] as? Int == 100_000)
        // Handed over to the line long before the client had it.
        #expect(entry?["durationNs"] as? Int ?? .max < 400_000_000)
        #expect(output.errors.contains("nlc/dsl"), "\(output.errors)")
    }

    @Test func `is the scenario's own, unless another is named`() throws {
        let server = try Server("dsl", "--json", in: folder)
        #expect(try server.curl("small.jpg", "-o", "small.jpg", in: folder).status == 0)
        let output = try server.stop()
        let document = try JSONSerialization.jsonObject(with: Data(output.output.utf8)) as? [String: Any]
        #expect((document?["link"] as? [String: Any])?["profile"] as? String == "nlc/dsl")
        #expect(document?["scenario"] as? String == "dsl")
        let size = try FileManager.default.attributesOfItem(atPath: folder.file("small.jpg"))[.size] as? Int
        #expect(size == 125_724)
    }

    @Test func `refuses loss unless it is asked for as delay`() throws {
        let refused = try Netlab.run("serve", "--profile", "nlc/very-bad", in: folder)
        #expect(refused.status == 3)
        #expect(refused.errors.contains("--loss-as-delay"), "\(refused.errors)")
        let server = try Server("--profile", "nlc/very-bad", "--loss-as-delay", in: folder)
        #expect(try download("fixture/jpeg/5000", from: server).bytes == 5000)
        #expect(try server.stop().status == 0)
    }
}
