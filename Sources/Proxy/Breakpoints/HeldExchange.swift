import Forwarding
import HTTP
import Serving
import Wire

/// One exchange that waits at a breakpoint. It belongs to the loop's thread.
struct HeldExchange {
    let id: Int
    let content: HeldContent
    let exchange: ExchangeUnderWay
    let since: Instant
    /// In nanoseconds since 1970.
    let wall: Int64
    /// What the client waits for.
    let answer: LateResponse
    let release: (HeldContent) -> Void

    func message(at now: Instant) -> HeldMessage {
        HeldMessage(
            id: id,
            number: exchange.number,
            phase: content.phase,
            method: content.request.head.method,
            url: content.request.url,
            status: content.status,
            since: wall,
            waiting: now - since,
            bodyBytes: content.body.bytes.count,
            showsBody: content.body.shown != nil
        )
    }
}
