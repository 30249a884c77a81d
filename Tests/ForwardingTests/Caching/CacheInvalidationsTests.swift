import Testing

@testable import Forwarding

struct CacheInvalidationsTests {
    @Test func `an invalidation of the URL overtakes earlier exchanges only`() {
        var invalidations = CacheInvalidations()
        let first = invalidations.present
        #expect(!invalidations.hasOvertaken("a", since: first))
        invalidations.note("a")
        let second = invalidations.present
        #expect(invalidations.hasOvertaken("a", since: first))
        #expect(!invalidations.hasOvertaken("b", since: first))
        #expect(!invalidations.hasOvertaken("a", since: second))
        invalidations.note("a")
        #expect(invalidations.hasOvertaken("a", since: second))
    }

    @Test func `an exchange older than the remembered invalidations counts as overtaken`() {
        var invalidations = CacheInvalidations(most: 2)
        let first = invalidations.present
        for url in ["a", "b"] { invalidations.note(url) }
        #expect(!invalidations.hasOvertaken("c", since: first))
        invalidations.note("d")
        #expect(invalidations.hasOvertaken("c", since: first))
        #expect(!invalidations.hasOvertaken("c", since: invalidations.present))
    }
}
