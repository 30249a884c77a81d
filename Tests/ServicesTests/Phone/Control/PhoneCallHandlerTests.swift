import HTTP
import JSON
import LinkModel
import Phones
import ScenarioFormat
import Serving
import Testing

@testable import Services

@Suite struct PhoneCallHandlerTests {
    private static func answer(
        _ test: TestLines,
        _ call: PhoneCall,
        _ content: String = ""
    ) throws -> (status: Int, document: JSONValue) {
        let handler = PhoneCallHandler(lines: test.lines, files: .none)
        let phones = PhonesDocument(
            lines: test.lines,
            phones: test.phones,
            connected: [try PhoneName("anna")]
        )
        let response = handler.answer(call, Array(content.utf8), phones)
        guard case .memory(let bytes)? = response.body.pieces.first else { throw Unreadable() }
        return (response.head.status, try JSONValue(parsing: Array(bytes)))
    }

    private struct Unreadable: Error {}

    @Test func `lists the phones and their lines`() throws {
        let test = try TestLines()
        try test.lines.change(to: TestLines.link(rateBps: 240_000), of: test.phones[1])
        let (status, document) = try Self.answer(test, .overview)
        #expect(status == 200 && document["schema"]?.text == "netlab.phones/1")
        #expect(document["line"]?.text == test.lines.sharedWords)
        let phones = document["phones"]?.elements ?? []
        #expect(phones.map { $0["name"]?.text } == ["anna", "bert"])
        #expect(phones.map { $0["connected"]?.flag } == [true, false])
        #expect(phones.map { $0["own"]?.flag } == [false, true])
        #expect(phones.map { $0["addresses"]?.elements.map(\.text) } == [["10.207.0.2"], ["10.207.0.3"]])
        #expect(phones[0]["line"] == document["line"] && phones[1]["line"] != document["line"])
    }

    @Test(arguments: [
        "link: { profile: edge }", #"{ "link": { "profile": "edge" } }"#,
        "link: { down: { rate: 240 kbit/s }, up: { rate: 200 kbit/s } }",
    ])
    func `gives a phone a line, answers with the phone, and takes the line away`(_ order: String) throws {
        let test = try TestLines()
        let bert = test.phones[1]
        let (status, document) = try Self.answer(test, .change(bert.name), order)
        #expect(status == 200 && document["name"]?.text == "bert" && document["own"]?.flag == true)
        #expect(document["line"]?.text?.hasPrefix("down 240 kbit/s") == true)
        #expect(try Self.answer(test, .tell(bert.name)).document == document)
        let back = try Self.answer(test, .share(bert.name))
        #expect(back.status == 200 && back.document["own"]?.flag == false)
        #expect(test.takeOrders().count == 2)
    }

    @Test func `changes the line that phones share`() throws {
        let test = try TestLines()
        let (status, document) = try Self.answer(test, .changeShared, "link: { profile: edge }")
        #expect(status == 200 && document["line"]?.text?.hasPrefix("down 240 kbit/s") == true)
        #expect(test.changes == [.shared])
    }

    @Test func `an unknown phone is not found`() throws {
        let test = try TestLines()
        let ana = try PhoneName("ana")
        for call in [PhoneCall.tell(ana), .change(ana), .share(ana)] {
            let (status, document) = try Self.answer(test, call, "link: { profile: edge }")
            #expect(status == 404 && document["error"]?.text == "there is no phone `ana`")
            #expect(document["advice"]?.text == "did you mean `anna`?")
        }
    }

    @Test(arguments: [
        ("", "the request has no content"), (" \n", "the request has no content"),
        ("link: { profil: 3g }", "order:1:9"),
        ("link: { profile: no such }", "order:1:"), ("profile: edge", "order:1:1"), ("{", "order:2:1"),
        ("link: { profile: 3g, ip: 6 }", "`link.ip` cannot change"),
        ("link: { profile: 3g, mtu: 1400 }", "`link.mtu` cannot change"),
    ])
    func `an order that cannot be carried out is refused with its place`(
        _ order: String,
        _ message: String
    ) throws {
        let test = try TestLines()
        for call in [PhoneCall.changeShared, .change(test.phones[0].name)] {
            let (status, document) = try Self.answer(test, call, order)
            #expect(status == 422 && document["schema"]?.text == "netlab.refusal/1")
            #expect(document["error"]?.text?.contains(message) == true, "\(document)")
        }
        #expect(test.orders.isEmpty)
    }
}
