import Archives
import Testing

@testable import Reports

@Suite struct ArchiveFindingWordsTests {
    private static let one = ArchiveFinding.Some(count: 1, first: 7)
    private static let many = ArchiveFinding.Some(count: 1200, first: 3)

    @Test(
        arguments: [
            (.cutOff(entries: 1), "The file ends within an entry: what comes before it is shown (1 entry)."),
            (
                .packedDamage(entries: 2),
                "The compressed file is damaged: what comes before the damage is shown (2 entries)."
            ),
            (
                .damagedEntry(4, why: "a comma is missing"),
                "Entry 4 is left out: it is not JSON: a comma is missing."
            ),
            (.strayEntry(5), "Entry 5 is left out: it is not an object."),
            (.moreDamage(entries: 1), "1 more entry could not be read."),
            (.noURL(one), "Entry 7 has no URL."),
            (.noURL(many), "1,200 entries, the first of them 3, have no URL."),
            (.untimed(one), "Entry 7 lacks a start or a phase, so not all times are known."),
            (.failed(one, why: "net::ERR_FAILED"), "Entry 7 got no response: net::ERR_FAILED."),
            (.refused(many), "1,200 entries, the first of them 3, got a status of 400 or more."),
            (.uncompressed(one, bytes: 5000), "Entry 7 is text without compression: 5,000 B."),
        ] as [(ArchiveFinding, String)]
    )
    func `each finding has its sentence and figures`(_ finding: ArchiveFinding, _ words: String) {
        #expect(finding.words == words)
    }

    @Test func `every finding is one complete sentence; some belong to an entry`() {
        let some = Self.one
        let all: [ArchiveFinding] = [
            .largeEntry(9, mostBytes: 1 << 20), .unlikeSum(some), .unordered(some), .noSize(some),
            .cached(some), .settingUp(some, time: 5_000_000, of: 10_000_000),
            .blocked(some, time: 0, of: 0), .repeated(some, bytes: 10),
        ]
        for finding in all {
            #expect(finding.words.hasSuffix(".") && finding.words.first?.isUppercase == true, "\(finding)")
            #expect(finding.entry == 7 || finding.entry == 9, "\(finding)")
        }
        #expect(all[5].words.contains("5.0 ms, 50 %"), "\(all[5].words)")
        #expect(ArchiveFinding.cutOff(entries: 1).entry == nil)
    }
}
