import Forwarding
import HTTP
import JSON
import LinuxIO
import Programs
import Serving
import Synchronization

/// Sends requests that were written on the page, through the proxy as a client does. Any thread may use it.
final class PageComposer: Sendable {
    /// Requests at a time. Each has a thread, which waits for as long as a breakpoint holds its request.
    private static let most = 16

    private let proxy: RunningProxy
    private let underWay = Mutex(0)

    init(_ proxy: RunningProxy) {
        self.proxy = proxy
    }

    /// The answer tells what came of it, without the body: the page gets that as one of the proxy's exchanges.
    func send(_ text: [UInt8]) -> ServedAnswer {
        let composed: ComposedRequest
        do throws(MessageTextError) {
            composed = try ComposedRequest(MessageText(parsing: text))
        } catch {
            return .now(.text(400, "\(error)\n"))
        }
        guard begin() else {
            return .now(
                .text(409, "\(Self.most) requests are waiting for their responses: send this one later\n")
            )
        }
        let answer = LateResponse()
        do throws(SystemCallError) {
            let thread = try WorkerThread(name: "netlab-compose") { [self] in
                answer.fulfil(outcome(of: composed))
                underWay.withLock { $0 -= 1 }
            }
            thread.leave()
        } catch {
            underWay.withLock { $0 -= 1 }
            return .now(.text(500, "the request cannot be sent: \(error)\n"))
        }
        return .late(answer)
    }

    /// Takes a place; false if there is none.
    private func begin() -> Bool {
        underWay.withLock { count in
            guard count < Self.most else { return false }
            count += 1
            return true
        }
    }

    private func outcome(of composed: ComposedRequest) -> ServedResponse {
        do throws(CommandFailure) {
            let exchange = try composed.send(to: proxy, trusting: ComposedRequest.trust())
            return .document(Array(exchange.document(nil).line.utf8))
        } catch {
            return .text(502, "\(error.message)\n")
        }
    }
}
