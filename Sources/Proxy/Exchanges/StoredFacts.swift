import Forwarding
package import HTTP
import LinuxIO
import Serving

/// A stored response that a cache answered with.
package struct StoredFacts: Hashable, Sendable {
    /// Before rules changed it.
    package var head: HTTPResponseHead
    /// The body; nil if none is kept.
    package var content: KeptContent?

    package init(head: HTTPResponseHead, content: KeptContent? = nil) {
        self.head = head
        self.content = content
    }

    /// nil if the visit's answer is no stored response. A body that is too long for `keeping` is not read.
    init?(_ visit: CacheVisit, _ keeping: ContentKeeping?) {
        guard visit.status.isAnsweredFromStore, let head = visit.storedHead, let answer = visit.answer else {
            return nil
        }
        self.init(head: head)
        guard let keeping else { return }
        content = KeptContent(answer.body, atMost: keeping.longest)
    }
}

extension KeptContent {
    /// Not whole if the body is longer than `most`, or cannot be read.
    init(_ body: ServedBody, atMost most: Int) {
        self.init()
        guard body.count <= most, let bytes = try? body.bytes(), bytes.count == body.count else {
            drop()
            return
        }
        _ = add(bytes[...], atMost: most)
    }
}
