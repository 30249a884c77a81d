import JSON
import LinkModel
import Phones
import Programs
import Testing

@testable import Services

@Suite struct PhoneThrottleTests {
    private static func arguments(_ words: [String]) throws -> ParsedArguments {
        try ParsedArguments(words, taking: PhoneThrottle.options + ScenarioLoading.options, command: "phone")
    }

    private static func throttle(_ words: [String]) throws -> PhoneThrottle {
        let arguments = try arguments(words)
        return try PhoneThrottle(arguments.positionals, arguments)
    }

    private static func objection(_ words: [String]) -> CommandFailure? {
        #expect(throws: CommandFailure.self, "\(words)") { try throttle(words) }
    }

    @Test(arguments: [["3g"], ["--set", "link.down.rate=1Mbit/s"], ["none"]] as [[String]])
    func `a line is one profile, settings, or none`(_ words: [String]) throws {
        let throttle = try Self.throttle(words)
        #expect((throttle.line?.link.down.rateBps == nil) == (words == ["none"]) && throttle.phone == nil)
    }

    @Test(arguments: [[], ["3g", "edge"], ["no such"]] as [[String]])
    func `no line, two, or an unknown one is refused`(_ words: [String]) {
        #expect(Self.objection(words) != nil)
    }

    @Test func `a phone gets its own line, or returns to the shared one`() throws {
        let own = try Self.throttle(["edge", "--set", "link.down.loss=1%", "--phone", "anna"])
        #expect(own.phone?.text == "anna" && own.line?.link.down.lossRatio == 0.01)
        let shared = try Self.throttle(["--shared", "--phone", "anna"])
        #expect(shared.phone?.text == "anna" && shared.line == nil)
    }

    @Test(arguments: [
        ["--shared"], ["edge", "--shared", "--phone", "anna"],
        ["--set", "link.down.loss=1%", "--shared", "--phone", "a"],
    ])
    func `sharing applies to one phone, and takes no line`(_ words: [String]) {
        #expect(Self.objection(words)?.message.contains("returns one phone to the shared line") == true)
    }

    @Test(
        arguments: [
            "link.ip=6", "link.ip=4", "link.ip6=noRoute", "link.mtu=1400",
        ],
        [[], ["--phone", "anna"]]
    )
    func `a setting fixed by the hosts is refused by name, for all phones and for one`(
        _ setting: String,
        _ phone: [String]
    ) {
        let objection = Self.objection(["3g", "--set", setting] + phone)
        let key = String(setting.prefix { $0 != "=" })
        #expect(objection?.message.contains("`\(key)` cannot change while phones use the line") == true)
        #expect(objection?.advice?.contains("--set \(key)=") == true)
    }

    @Test(arguments: ["seed=5", "origin.http=[1]", "name=x"])
    func `a setting of anything but the line is refused`(_ setting: String) {
        let objection = Self.objection(["3g", "--set", setting])
        #expect(objection?.message.contains("only the line can change while phones use it") == true)
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func `an order is the same after it was written and read`(_ seed: UInt64) throws {
        var state = seed
        func roll(_ count: UInt64) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % count)
        }
        let names = try ["anna", "bert", "a.b-c_9"].map { try PhoneName($0) }
        let order: PhoneOrder
        switch roll(5) {
        case 0: order = .phones
        case 1: order = .check(names[roll(3)])
        case 2: order = .throttle(PhoneThrottle(nil, of: names[roll(3)]))
        default:
            let settings = ["link.down.loss=\(roll(100))%", "link.up.rate=\(1 + roll(9)) Mbit/s"]
            let line = try PhoneLine(
                profile: [nil, "none", "3g", "edge"][roll(4)],
                settings: Array(settings.prefix(roll(3)))
            )
            order = .throttle(PhoneThrottle(line, of: [nil, names[0], names[2]][roll(3)]))
        }
        #expect(PhoneOrder(try JSONValue(parsing: Array(order.json.line.utf8))) == order)
    }
}
