import HTTP
import Wire

/// Asks a parent proxy for a tunnel, before anything else is said on the connection. It belongs to the loop's
/// thread.
final class ParentTunnel: UpstreamConversation {
    private var machine = HTTP1ClientConnection()
    private var output: ArraySlice<UInt8>
    private let until: Instant
    private let isWanted: () -> Bool
    private let failed: (UpstreamFailure) -> Void
    /// Takes the connection over, with the first bytes from beyond the tunnel.
    private let granted: (ArraySlice<UInt8>) -> Void
    private var isGranted = false

    init(
        _ request: HTTPRequestHead,
        until: Instant,
        isWanted: @escaping () -> Bool,
        failed: @escaping (UpstreamFailure) -> Void,
        granted: @escaping (ArraySlice<UInt8>) -> Void
    ) throws(UpstreamFailure) {
        self.until = until
        self.isWanted = isWanted
        self.failed = failed
        self.granted = granted
        do throws(HTTP1RequestError) {
            output = try machine.begin(request, .none)[...]
        } catch {
            throw .unsendable(error)
        }
    }

    // MARK: UpstreamConversation

    var acceptsInput: Bool { !isGranted }
    var deadline: Instant? { until }
    var hasFinishedSending: Bool { false }
    var isUnwanted: Bool { !isGranted && !isWanted() }
    var standing: UpstreamStanding { .busy }

    func takeOutput(at now: Instant) -> ArraySlice<UInt8> {
        defer { output = [] }
        return output
    }

    func receive(_ bytes: [UInt8], at now: Instant) throws(UpstreamFailure) {
        // What is there before the question is no answer to it.
        if !bytes.isEmpty, !output.isEmpty {
            throw .malformed(HTTP1Error(.unaskedBytes, at: machine.position))
        }
        if bytes.isEmpty { machine.serverClosed() } else { machine.receive(bytes) }
        while let event = try next(isEnd: bytes.isEmpty) {
            switch event {
            case .interim, .body, .end: break
            case .head(let head, _): throw .refused(status: head.status, reason: head.reason)
            case .switched:
                isGranted = true
                return granted(machine.rest)
            }
        }
    }

    private func next(isEnd: Bool) throws(UpstreamFailure) -> HTTP1ClientEvent? {
        do throws(HTTP1Error) {
            return try machine.next()
        } catch {
            throw isEnd ? .closed : .malformed(error)
        }
    }

    func lost(_ failure: UpstreamFailure) {
        if !isGranted { failed(failure) }
    }
}
