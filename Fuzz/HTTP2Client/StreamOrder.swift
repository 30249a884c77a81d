import FuzzSupport
import HTTP
import HTTP2

/// Events of one stream, and a check of their order.
struct StreamOrder {
    private var hasHead = false
    private var isWhole = false
    private var isClosed = false

    mutating func interim(_ head: HTTPResponseHead) {
        demand(
            !hasHead && !isClosed && head.status < 200 && head.status != 101,
            "an interim head out of turn"
        )
    }

    mutating func response(_ head: HTTPResponseHead, isWhole: Bool) {
        demand(!hasHead && !isClosed && head.status >= 200, "a head out of turn")
        hasHead = true
        self.isWhole = isWhole
    }

    mutating func body(_ bytes: [UInt8]) {
        demand(hasHead && !isWhole && !isClosed, "a body out of turn")
    }

    mutating func bodyEnd() {
        demand(hasHead && !isWhole && !isClosed, "an end out of turn")
        isWhole = true
    }

    mutating func closed(isWhole: Bool) {
        demand(!isClosed && self.isWhole == isWhole, "a stream closed twice, or otherwise than it ended")
        isClosed = true
    }
}
