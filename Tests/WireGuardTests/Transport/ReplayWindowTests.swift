import Testing
import Wire

@testable import WireGuard

struct ReplayWindowTests {
    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `a window admits each number once, just as a list of numbers would`(seed: UInt64) {
        var window = ReplayWindow()
        var seen: Set<UInt64> = []
        var greatest: UInt64 = 0
        for step in 0..<5000 as Range<UInt64> {
            let draw = SplitMix.mixed(seed << 32 | step)
            // Usually near the greatest, sometimes far ahead, sometimes behind the window.
            let ahead = draw % 50 == 0 ? draw >> 32 % 6000 : draw >> 32 % 40
            let behind = draw >> 8 % 2200
            let number = draw % 2 == 0 ? greatest + ahead : greatest - min(greatest, behind)
            let isInside = number >= greatest || greatest - number < ReplayWindow.width
            let isNew = isInside && seen.insert(number).inserted
            let isAdmitted = window.admit(number)
            #expect(isAdmitted == isNew, "\(number)")
            greatest = max(greatest, number)
        }
    }

    @Test func `the oldest number of the window is admitted, the one before is not`() {
        var window = ReplayWindow()
        let admitted = [10_000, 10_000 - 2047, 10_000 - 2048, 10_000 - 2047].map { window.admit($0) }
        #expect(admitted == [true, true, false, false])
    }

    @Test func `great numbers are admitted once`() {
        var window = ReplayWindow()
        let admitted = [UInt64.max - 1, .max - 1, .max, 0].map { window.admit($0) }
        #expect(admitted == [true, false, false, false])
    }
}
