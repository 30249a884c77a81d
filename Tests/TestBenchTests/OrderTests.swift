import JSON
import TestBench
import Testing

@testable import TestBench

struct OrderTests {
    @Test(arguments: [
        (Bench.Line.dsl, "link: {\"profile\":\"nlc/dsl\"}\n"),
        (.unlimited, "link: {\"down\":{},\"up\":{}}\n"),
        (
            .rates(down: 1_000_000, up: nil, roundTrip: .milliseconds(40), loss: 0.005),
            "link: {\"down\":{\"rate\":\"1000000 bit/s\",\"loss\":\"0.5 %\"},"
                + "\"up\":{\"rate\":\"unlimited\",\"loss\":\"0.5 %\"},\"rtt\":\"40000000 ns\"}\n"
        ),
        (.yaml("profile: 3g\ndown:\n  loss: 1 %"), "link:\n  profile: 3g\n  down:\n    loss: 1 %\n"),
    ])
    func `a line is written as the link of a scenario`(line: Bench.Line, text: String) {
        #expect(line.order.filter { $0 != " " } == text.filter { $0 != " " })
    }

    @Test func `a file has one key per property`() {
        let file = Bench.File.json("{}").maxAge(.seconds(60)).delayed(by: .milliseconds(20)).fault(
            "stall",
            first: 2
        )
        .header("X-A", "1").header("X-A", "2").withoutEntityTag()
        #expect(file.json["cacheControl"]?.text == "max-age=60")
        #expect(file.json["delay"]?.text == "20000000 ns")
        #expect(file.json["fault"]?["first"]?.int == 2)
        #expect(file.json["headers"]?["X-A"]?.text == "2")
        #expect(file.json["headers"]?["Content-Type"]?.text == "application/json")
        #expect(file.json["etag"]?.text == "none")
    }

    @Test(arguments: [
        (Duration.zero, "0 ns"), (.seconds(86_400 * 7), "604800000000000 ns"), (.nanoseconds(1), "1 ns"),
        (.seconds(-1), "0 ns"),
    ])
    func `a duration is written in whole nanoseconds`(time: Duration, text: String) {
        #expect(time.quantity == text)
    }
}
