import Forwarding
import LinuxIO
import Programs
import Testing
import Wire

@testable import Services

@Suite struct ProxyAnnouncementTests {
    private static let known = [
        CommandOption("--intercept", value: "HOST", about: ""), CommandOption("--quiet", about: ""),
        CommandOption("--json", about: ""),
    ]
    private static let here = SocketAddress("127.0.0.1", port: 8888)

    /// What is printed and noted for these arguments.
    private func said(_ words: String...) throws -> (output: String, notes: [String]) {
        var (output, notes) = ("", "")
        let console = Console(
            environment: [:],
            noColour: true,
            streams: ConsoleStreams { bytes in
                output += String(decoding: bytes, as: UTF8.self)
                return nil
            } errors: { bytes in
                notes += String(decoding: bytes, as: UTF8.self)
            }
        )
        let address = try #require(Self.here)
        try ProxyAnnouncement(
            options: ProxyOptions(ParsedArguments(words, taking: Self.known, command: ProxyOptions.command)),
            line: FrontLine.of(profile: nil, settings: [], lossAsDelay: false),
            recorded: nil,
            rules: nil,
            cache: nil,
            page: nil,
            places: [address]
        ).tell(of: address, on: console)
        return (output, notes.split(separator: "\n").map(String.init))
    }

    @Test func `the address is the output, and usage is a note`() throws {
        let (output, notes) = try said()
        #expect(output == "http://127.0.0.1:8888/\n")
        #expect(notes.first == "proxy on 127.0.0.1:8888: curl -x http://127.0.0.1:8888 http://example.com/")
        #expect(notes.contains("TLS is tunnelled: --intercept HOST decrypts it"))
    }

    @Test func `an intercepting proxy names the authority that clients must trust`() throws {
        let notes = try said("--intercept", "*.example.com").notes
        #expect(notes.contains { $0.hasPrefix("decrypts TLS with *.example.com: clients must trust") })
        #expect(!notes.contains { $0.hasPrefix("TLS is tunnelled") })
    }

    @Test func `with a JSON log the address is a document, and --quiet omits the notes`() throws {
        let (output, notes) = try said("--json", "--quiet")
        #expect(output.hasPrefix("{\"schema\":\"netlab.proxy/1\",\"url\":\"http://127.0.0.1:8888/\""))
        #expect(notes.isEmpty)
    }
}
