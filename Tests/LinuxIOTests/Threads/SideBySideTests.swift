import Dispatch
import LinuxIO
import Testing

@Suite struct SideBySideTests {
    @Test func `both results are returned`() {
        let found = SideBySide.run(named: "other") {
            (1...1_000).reduce(0, +)
        } beside: {
            "mine"
        }
        #expect(found.other == 500_500)
        #expect(found.mine == "mine")
    }

    @Test func `each computation may wait for the other`() {
        let (first, second) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let found = SideBySide.run(named: "other") {
            first.signal()
            return second.wait(timeout: .now() + 10)
        } beside: {
            second.signal()
            return first.wait(timeout: .now() + 10)
        }
        #expect(found.other == .success)
        #expect(found.mine == .success)
    }
}
