import LinkEngine
import LinkModel
import Phones
import Programs
import Testing

@testable import Services

@Suite struct PhoneLinesTests {
    private static let slow = TestLines.link(rateBps: 240_000)
    private static let fast = TestLines.link(rateBps: 8_000_000)

    @Test func `phones share a line until one has its own, and again afterwards`() throws {
        let test = try TestLines()
        let (anna, bert) = (test.phones[0], test.phones[1])
        try test.lines.change(to: Self.fast)
        try test.lines.change(to: Self.slow, of: bert)
        #expect(test.takeOrders() == [.shared(Self.fast), .own(Self.slow, of: TestLines.client(bert))])
        #expect(!test.lines.hasOwn(anna.name) && test.lines.hasOwn(bert.name))
        #expect(test.lines.words(of: anna.name) == test.lines.sharedWords)
        #expect(test.lines.words(of: bert.name).hasPrefix("down 240"))
        #expect(test.lines.ownWords.map(\.name) == [bert.name])
        test.lines.share(bert)
        // It has none to give back.
        test.lines.share(anna)
        #expect(test.takeOrders() == [.own(nil, of: TestLines.client(bert))])
        #expect(test.lines.words(of: bert.name) == test.lines.sharedWords)
        #expect(test.changes == [.shared, .of(bert.name), .of(bert.name)])
    }

    @Test func `a forgotten phone gives its line back`() throws {
        let test = try TestLines()
        let (anna, bert) = (test.phones[0], test.phones[1])
        for phone in test.phones { try test.lines.change(to: Self.slow, of: phone) }
        _ = test.takeOrders()
        test.lines.follow(test.phones)
        #expect(test.takeOrders().isEmpty)
        test.lines.follow([anna])
        #expect(test.takeOrders() == [.own(nil, of: TestLines.client(bert))])
        #expect(test.lines.hasOwn(anna.name) && !test.lines.hasOwn(bert.name))
        #expect(test.changes.last == .forgotten)
    }

    @Test func `a line whose MTU differs from the hosts' is refused`() throws {
        let test = try TestLines()
        var link = Self.slow
        link.mtu = 1_400
        for phone in [nil, test.phones[0]] {
            #expect(throws: PhoneLineError.kept([.mtu])) { try test.lines.change(to: link, of: phone) }
        }
        #expect(test.orders.isEmpty && test.changes.isEmpty)
    }

    @Test func `a line is refused only if it asks for what the hosts lack`() throws {
        var asking = Self.slow
        (asking.ip, asking.ip6Fault, asking.aaaaDelay, asking.dnsDelay) = (.both, .noRoute, 5, 6)
        #expect(
            HostSetting.missing(from: .unlimited, for: asking, isOwn: true) == [
                .dnsDelay, .aaaaDelay, .ip, .ip6,
            ]
        )
        #expect(HostSetting.missing(from: .unlimited, for: asking, isOwn: false) == [.ip, .ip6])
        for isOwn in [true, false] {
            #expect(HostSetting.missing(from: asking, for: asking, isOwn: isOwn).isEmpty)
            // It asks for nothing, and takes what there is.
            #expect(HostSetting.missing(from: asking, for: Self.slow, isOwn: isOwn).isEmpty)
        }
    }

    @Test func `slow names belong to the shared line alone`() throws {
        let test = try TestLines()
        var link = Self.slow
        link.dnsDelay = 3_000_000_000
        #expect(throws: PhoneLineError.kept([.dnsDelay])) {
            try test.lines.change(to: link, of: test.phones[0])
        }
        try test.lines.change(to: link)
        #expect(test.takeOrders() == [.shared(link)])
        // A phone's own line may now ask for what all phones have.
        try test.lines.change(to: link, of: test.phones[0])
        #expect(test.takeOrders().count == 1)
        try test.lines.change(to: Self.slow)
        #expect(throws: PhoneLineError.kept([.dnsDelay])) {
            try test.lines.change(to: link, of: test.phones[0])
        }
    }

    @Test func `initial lines are announced once phones can connect`() throws {
        let arguments = try ParsedArguments(
            ["--line", "bert=edge", "--line=anna=none"],
            taking: [OwnPhoneLines.option],
            command: "phone"
        )
        let own = try OwnPhoneLines(arguments, behind: .unlimited)
        let test = try TestLines()
        try own.check(among: test.phones.map(\.name))
        test.lines.begin(own, of: test.phones)
        #expect(test.orders.count == 2 && test.changes.isEmpty)
        test.lines.announce()
        #expect(test.changes == [.of(test.phones[0].name), .of(test.phones[1].name)])
        let failure = #expect(throws: CommandFailure.self) { try own.check(among: [test.phones[0].name]) }
        #expect(failure?.message == "there is no phone `bert`")
        #expect(failure?.advice == "netlab phone list shows them")
    }

    @Test(arguments: [
        ("bert", "takes NAME=PROFILE"), ("a/b=3g", "cannot be a phone's name"), ("bert=no such", "no such"),
        ("bert=high-latency-dns", "`link.dnsDelay` cannot be one phone's own"),
    ])
    func `an impossible initial line is refused`(_ text: String, _ message: String) throws {
        let words = ["--line", text]
        let arguments = try ParsedArguments(words, taking: [OwnPhoneLines.option], command: "phone")
        let failure = #expect(throws: CommandFailure.self) {
            try OwnPhoneLines(arguments, behind: .unlimited)
        }
        #expect(failure?.message.contains(message) == true, "\(failure?.message ?? "")")
    }

    @Test func `a phone cannot have two initial lines`() throws {
        let words = ["--line", "bert=3g", "--line", "bert=edge"]
        let arguments = try ParsedArguments(words, taking: [OwnPhoneLines.option], command: "phone")
        #expect(throws: CommandFailure.self) { try OwnPhoneLines(arguments, behind: .unlimited) }
    }
}
