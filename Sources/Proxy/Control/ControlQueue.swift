import HTTP
package import LinuxIO
package import Serving
import Synchronization

/// Commands that the proxy's own program gives it, from any thread. They need no token.
package final class ControlQueue: Sendable {
    struct Entry: Sendable {
        var head: HTTPRequestHead
        var body: [UInt8]
        var answer: LateResponse
    }

    let wakeUp: WakeUp
    private let entries = Mutex<[Entry]>([])

    package init() throws(SystemCallError) {
        wakeUp = try WakeUp()
    }

    /// The proxy's thread answers it.
    package func give(method: String, target: String, body: [UInt8] = []) -> LateResponse {
        let answer = LateResponse()
        let head = HTTPRequestHead(method: method, target: target)
        entries.withLock { $0.append(Entry(head: head, body: body, answer: answer)) }
        wakeUp.ring()
        return answer
    }

    func take() -> [Entry] {
        wakeUp.drain()
        return entries.withLock { entries in
            defer { entries = [] }
            return entries
        }
    }
}
