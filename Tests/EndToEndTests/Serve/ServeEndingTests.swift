import Foundation
import TestSupport
import Testing

/// Needs no rights.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct `A server that is stopped` {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    /// A server with a two-second download in progress, and the curl that has its first bytes.
    private func download(_ options: [String] = []) throws -> (server: Server, curl: RunningProgram) {
        let server = try Server(
            "--set",
            "link.down.rate=2Mbit/s",
            "--set",
            "link.up.rate=2Mbit/s",
            in: folder
        )
        let arguments = [
            "-sS", "--max-time", "60", "-o", folder.file("got"), server.url + "fixture/jpeg/500000",
        ]
        let curl = try Program("/usr/bin/curl", arguments).start()
        _ = Waiting.until { size >= 1000 || !curl.isRunning }
        return (server, curl)
    }

    private var size: Int {
        let attributes = try? FileManager.default.attributesOfItem(atPath: folder.file("got"))
        return attributes?[.size] as? Int ?? 0
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func `finishes active responses and refuses new connections`(number: Int32) throws {
        let (server, curl) = try download()
        #expect(size < 400_000, "the download was over too soon")
        server.signal(number)
        let deadline = Date(timeIntervalSinceNow: 10)
        var late: Int32 = 0
        while late != 7, Date() < deadline {
            late = try server.curl("fixture/jpeg/500", "-o", "late", in: folder).status
        }
        #expect(late == 7)
        #expect(try curl.finish().status == 0)
        #expect(size == 500_000)
        let output = try server.finish()
        #expect(output.status == 0, "\(output.errors)")
        #expect(output.errors.contains("answered "), "\(output.errors)")
        #expect(!output.errors.contains("cut short"), "\(output.errors)")
    }

    @Test func `ends at once at the second signal and reports the cost`() throws {
        let (server, curl) = try download()
        server.signal(SIGTERM)
        let deadline = Date(timeIntervalSinceNow: 10)
        // Once no client can connect, the server has seen the first signal.
        while try server.curl("", in: folder).status != 7, Date() < deadline {}
        server.signal(SIGTERM)
        let output = try server.finish()
        #expect(output.status == 130, "\(output.errors)")
        #expect(try curl.finish().status != 0)
        #expect(size < 500_000)
    }

    @Test func `does not wait for idle connections`() throws {
        let server = try Server(in: folder)
        let request = #"printf 'GET /fixture/jpeg/500 HTTP/1.1\r\nHost: o\r\n\r\n' >&3"#
        let connect = "exec 3<>/dev/tcp/127.0.0.1/\(server.port)"
        let line = "\(connect); \(request); head -c 500 <&3 >got; cat <&3 >rest"
        let client = try Program("/bin/bash", ["-c", line], in: folder.path).start()
        _ = Waiting.until { size >= 500 || !client.isRunning }
        #expect(size == 500)
        let output = try server.stop()
        #expect(output.status == 0)
        #expect(try client.finish().status == 0)
    }
}
