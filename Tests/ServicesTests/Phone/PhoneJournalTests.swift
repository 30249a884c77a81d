import Inspection
import JSON
import LinuxIO
import Phones
import Programs
import Testing
import Wire
import WireGuard

@testable import Services

@Suite struct PhoneJournalTests {
    /// What is printed as results, and everything else.
    private final class Pages {
        var output: [UInt8] = []
        var errors: [UInt8] = []
    }

    private static let place = TunnelEndpoint(address: .loopback4, port: 4_000)

    private static func told(json: Bool, _ tell: (PhoneJournal) throws -> Void) rethrows -> (String, String) {
        let pages = Pages()
        let console = Console(
            environment: [:],
            noColour: true,
            streams: ConsoleStreams { bytes in
                pages.output += bytes
                return nil
            } errors: { bytes in
                pages.errors += bytes
            }
        )
        try tell(PhoneJournal(console: console, isJSON: json, clock: RunClock()))
        return (String(decoding: pages.output, as: UTF8.self), String(decoding: pages.errors, as: UTF8.self))
    }

    @Test func `events are sentences for people`() throws {
        let name = try PhoneName("anna")
        let (output, errors) = Self.told(json: false) {
            $0.tell(.connected(name, Self.place))
            $0.tell(.moved(name, Self.place))
            $0.tell(.silent(name))
            $0.added(name)
            $0.forgotten(name)
            $0.changed(to: "down unlimited")
            $0.changed(to: "down 1 Mbit/s", of: name, isOwn: true)
            $0.changed(to: "down unlimited", of: name)
        }
        #expect(output.isEmpty)
        #expect(
            errors == """
                anna is connected, from 127.0.0.1:4000
                anna has moved to 127.0.0.1:4000
                anna has not answered for 90 s
                anna can connect from now on
                anna is forgotten, and cut off
                line: down unlimited
                line of anna: down 1 Mbit/s
                anna is on the shared line: down unlimited

                """
        )
    }

    @Test func `events are documents for programs, one a line`() throws {
        let name = try PhoneName("anna")
        let (output, errors) = Self.told(json: true) {
            $0.tell(.connected(name, Self.place))
            $0.tell(.silent(name))
            $0.changed(to: "down unlimited")
            $0.changed(to: "down 1 Mbit/s", of: name, isOwn: true)
        }
        #expect(errors.isEmpty)
        let documents = try output.split(separator: "\n").map { try JSONValue(parsing: Array($0.utf8)) }
        #expect(documents.map { $0["event"]?.text } == ["connected", "silent", "line", "line"])
        #expect(documents.allSatisfy { $0["schema"]?.text == "netlab.phone/1" && $0["atNs"]?.int != nil })
        #expect(documents[0]["phone"]?.text == "anna")
        #expect(documents[0]["endpoint"]?.text == "127.0.0.1:4000")
        #expect(documents[2]["line"]?.text == "down unlimited" && documents[2]["phone"] == nil)
        #expect(documents[3]["phone"]?.text == "anna" && documents[3]["own"]?.flag == true)
    }

    @Test func `flows and look-ups are reported to programs only`() throws {
        let phone = Endpoint(address: .v4(0x0ACF_0002), port: 5_000)
        let server = Endpoint(address: .v4(0xCB00_7102), port: 443)
        let name = CaptureLookup(name: "a.test", type: .a, client: phone, server: server, packet: 1)
        let datagrams = CaptureDatagrams(
            number: 0,
            client: phone,
            server: server,
            firstPacket: 1,
            firstStamp: RunClock.wall()
        )
        var change = PhoneTraffic.Change()
        change.answered = [PhoneLookup(place: 0, number: 7, phone: "anna", seen: name)]
        change.ended = [PhoneFlow(datagrams, phone: "anna", name: "a.test")]
        #expect(Self.told(json: false) { $0.tell(change) } == ("", ""))
        let (output, _) = Self.told(json: true) { $0.tell(change) }
        let documents = try output.split(separator: "\n").map { try JSONValue(parsing: Array($0.utf8)) }
        #expect(documents.map { $0["event"]?.text } == ["lookup", "flow"])
        #expect(documents.map { $0["phone"]?.text } == ["anna", "anna"])
        #expect(documents[0]["name"]?.text == "a.test" && documents[0]["answer"] == .null)
        #expect(documents[1]["host"]?.text == "a.test" && documents[1]["state"]?.text == "unanswered")
        // Times count from the run's start, as every event's does.
        let start = try #require(documents[1]["startNs"]?.int)
        let told = try #require(documents[1]["atNs"]?.int)
        #expect(start <= told + 1_000_000 && start > told - 60_000_000_000)
    }

    @Test(
        arguments: [
            (TunnelRefusal.meantForAnotherKey, "old code"), (.unknownPeer, "unknown key"),
            (.notWireGuard, nil),
            (.foreignSource, nil),
        ] as [(TunnelRefusal, String?)]
    )
    func `only refusals that a user can act on are reported`(
        _ reason: TunnelRefusal,
        _ words: String?
    ) {
        let (_, errors) = Self.told(json: false) { $0.tell(.refused(reason)) }
        #expect(words.map { errors.contains($0) } ?? errors.isEmpty, "\(errors)")
    }
}
