import Testing

@testable import VirtualTime

@Suite struct GuestWordsTests {
    @Test(arguments: [GuestMessage.signal(2), .signal(15)])
    func `a letter round-trips`(_ letter: GuestMessage) {
        #expect(GuestMessage(line: letter.line.dropLast()) == letter)
    }

    @Test(arguments: [
        GuestReport.begun, .ended(0), .ended(137), .refused(errno: 2),
    ])
    func `a report round-trips`(_ report: GuestReport) {
        #expect(GuestReport(line: report.line.dropLast()) == report)
    }

    @Test(arguments: ["", "signal", "signal x", "ended", "hello 3"])
    func `any other line is neither a letter nor a report`(_ line: String) {
        #expect(GuestMessage(line: line) == nil && GuestReport(line: line) == nil)
    }
}
