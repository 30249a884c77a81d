import Testing
import Wire

@testable import Theory

@Suite struct HeadTableTests {
    private func fetch(_ mediaType: String?) -> SimulatedFetch {
        var fetch = SimulatedFetch(headerBytes: 130, bodyBytes: 1000)
        fetch.mediaType = mediaType
        return fetch
    }

    /// As netlab's origin sends them: 67 bytes for the first head of an image, 36 for the next, 9 more for a type that has not
    /// been named, 23 more for another second.
    @Test func `repeated header fields take almost no space`() {
        var table = HeadTable(SimulatedMultiplexing())
        let now = Instant(nanoseconds: 3_200_000_000)
        let (text, jpeg) = (fetch("text/plain; charset=utf-8"), fetch("image/jpeg"))
        #expect(table.bytes(of: text, at: now) == 68)
        #expect(table.bytes(of: jpeg, at: now + 700_000_000) == 36 + 9)
        #expect(table.bytes(of: jpeg, at: now + 799_999_999) == 36)
        #expect(table.bytes(of: jpeg, at: now + 800_000_000) == 36 + 23)
        #expect(table.bytes(of: text, at: now + 900_000_000) == 36)
        #expect(table.bytes(of: fetch(nil), at: now + 900_000_000) == 36)
    }

    @Test func `a guest's seconds start at its boot`() {
        let boot = KernelTime.guestBoot
        #expect(KernelTime.seconds(boot + 999_999_999) == 0 && KernelTime.seconds(boot + 1_000_000_000) == 1)
    }
}
