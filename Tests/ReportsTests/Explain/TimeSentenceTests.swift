import Runs
import Testing

@testable import Reports

@Suite struct TimeSentenceTests {
    private func sentence(_ payload: Int64, _ others: Int64...) -> String? {
        var rows: [LedgerCause: Int64] = [.payload: payload]
        for (cause, time) in zip([LedgerCause.sharing, .connect, .request], others) { rows[cause] = time }
        return TimeSentence([TransferLedger(rows)]).text
    }

    /// What is judged is the share that is shown.
    @Test(arguments: [
        (724, 276, "Most of", "72.4 %"), (501, 499, "Most of", "50.1 %"),
        (50_040, 49_960, "The largest part of", "50.0 %"), (500, 500, "The largest part of", "50.0 %"),
        (50_060, 49_940, "Most of", "50.1 %"),
    ])
    func `says most only for more than half of the displayed time`(
        payload: Int64,
        sharing: Int64,
        words: String,
        share: String
    ) throws {
        let text = try #require(sentence(payload, sharing))
        #expect(text.hasPrefix("\(words) the ") && text.contains(", \(share), is payload"), "\(text)")
    }

    @Test func `a third is called the largest part when it is the maximum`() throws {
        let text = try #require(sentence(310, 283, 240, 167))
        #expect(text.hasPrefix("The largest part of the ") && text.contains("31.0 %"), "\(text)")
    }

    @Test func `a sum states how many transfers it covers`() throws {
        let ledger = TransferLedger([.server: 30, .payload: 10])
        let sentence = TimeSentence(sum: ledger, of: 3, isOfCapture: true)
        let text = try #require(sentence.text)
        #expect(
            text.hasPrefix("Most of the 40 ns of the 3 transfers, 75.0 %, is server: no answer came yet"),
            "\(text)"
        )
        #expect(TimeSentence(sum: nil, of: 0, isOfCapture: true).text == nil)
    }
}
